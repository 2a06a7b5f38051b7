// Filters and sorts the table of clusters. The page is complete without this script.
"use strict";
document.documentElement.classList.add("js");

document.addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("clusters");
  const name = document.getElementById("name");
  const which = document.getElementById("which");
  const shown = document.getElementById("shown");
  const all = document.getElementById("all");
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  const rows = [...body.rows];
  const column = new Map(headers.map((header, place) => [header.textContent, place]));

  // The last cell of a row ends with the line break before the next row.
  const textOf = (row, place) => row.cells[place].textContent.trim();
  // A cell has one value, or the values before and after.
  const valuesOf = (row, place) => textOf(row, place).split(" / ");
  const numbersOf = (row, place) => valuesOf(row, place).map(parseFloat).filter((number) => !Number.isNaN(number));
  const most = (row, title) => Math.max(0, ...numbersOf(row, column.get(title)));

  // The value that a column is sorted by.
  const keys = {
    text: (row, place) => textOf(row, place),
    number: (row, place) => Math.max(0, ...numbersOf(row, place)),
    least: (row, place) => Math.min(Infinity, ...numbersOf(row, place)),
    size: (row, place) => {
      const order = JSON.parse(headers[place].dataset.order);
      return Math.max(...valuesOf(row, place).map((size) => order.indexOf(size)));
    },
  };
  const kinds = {
    short: (row) => most(row, "short") > 0,
    "no-fit": (row) => most(row, "no fit") > 0,
    held: (row) => most(row, "held") > 0,
    moved: (row) => most(row, "transitions") > 0,
    flapping: (row) => most(row, "reversals") >= 3,
    differs: (row) => [...row.cells].some((cell, place) => place > 0 && cell.textContent.includes(" / ")),
  };

  // The table has only these rows, because the layout of thousands of rows takes seconds. The style hides the other ones
  // until this script runs.
  const mostRows = 200;
  let order = rows;

  const show = () => {
    const part = name.value.trim().toLowerCase();
    const accepts = kinds[which.value] || (() => true);
    const found = order.filter((row) => textOf(row, 0).toLowerCase().includes(part) && accepts(row));
    const visible = table.classList.contains("all") ? found : found.slice(0, mostRows);
    body.replaceChildren(...visible);
    all.hidden = visible.length === found.length;
    shown.textContent = all.hidden ? `${found.length} of ${rows.length} shown`
        : `${found.length} of ${rows.length} found, ${visible.length} shown`;
  };

  // Sorts by a column: first the worst or largest values, then the other direction, then the order of the page.
  const sort = (place) => {
    const header = headers[place];
    const first = ["text", "least"].includes(header.dataset.sort) ? "ascending" : "descending";
    const second = first === "ascending" ? "descending" : "ascending";
    const present = header.getAttribute("aria-sort");
    const next = present === null ? first : present === first ? second : null;
    for (const other of headers) other.removeAttribute("aria-sort");
    order = rows;
    if (next !== null) {
      header.setAttribute("aria-sort", next);
      const sign = next === "ascending" ? 1 : -1;
      const keyed = rows.map((row) => [keys[header.dataset.sort](row, place), row]);
      keyed.sort(([a], [b]) => (a < b ? -sign : a > b ? sign : 0));
      order = keyed.map(([, row]) => row);
    }
    show();
  };

  headers.forEach((header, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sort(place));
    header.replaceChildren(button);
  });
  name.form.addEventListener("submit", (event) => event.preventDefault());
  name.addEventListener("input", show);
  which.addEventListener("change", show);
  all.addEventListener("click", () => {
    table.classList.add("all");
    show();
    name.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      name.focus();
    } else if (event.key === "Escape" && event.target === name) {
      name.value = "";
      show();
    }
  });
  show();
});
