"""The studio as a folder of plain files: any server of static files shows it, Python runs in the reader's browser."""
