"""`runmec lsp`: the language server for editors. Everything it knows is in `editing`."""
