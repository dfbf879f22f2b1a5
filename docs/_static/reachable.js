// What the theme of these pages leaves out for keyboards and for ears.
"use strict";
addEventListener("DOMContentLoaded", () => {
  for (const caption of document.querySelectorAll("[role=heading]:not([aria-level])")) caption.setAttribute("aria-level", "2");
  for (const [part, name] of [[".sidebar-drawer", "all pages"], [".toc-drawer", "this page"]]) document.querySelector(part)?.setAttribute("aria-label", name);
  const article = document.querySelector("article, [role=main]");
  if (article && !article.querySelector("h1")) article.prepend(Object.assign(document.createElement("h1"), { textContent: document.title.split(" - ")[0] }));
  const scrolled = () => { for (const part of document.querySelectorAll("article pre, article table, .formula.block")) if (part.scrollWidth > part.clientWidth) part.tabIndex = 0; };
  scrolled();
  addEventListener("resize", scrolled);
  addEventListener("toggle", scrolled, true); // what was folded is measured when it is opened
});
