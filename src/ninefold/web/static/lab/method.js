// Choosing a method and its settings, from what the server says it has.

import { make } from "../common/dom.js";

/** @param {any[]} methods @param {string} preferred */
export function createMethodForm(methods, preferred) {
  const select = make("select", { "aria-label": "method" }, methods.map(({ name, available }) => make("option", { value: name, disabled: !available }, available ? name : `${name} (not installed)`)));
  if (methods.some(({ name, available }) => name === preferred && available)) select.value = preferred;
  const told = make("p", { class: "soft" });
  const fields = make("div", { class: "fields" });
  const details = make("details", {}, make("summary", {}, "Settings"), fields);
  const method = () => methods.find(({ name }) => name === select.value);

  function build(given = {}) {
    const { about = "", options = [] } = method() ?? {};
    told.textContent = about;
    details.hidden = !options.length;
    fields.replaceChildren(...options.map((option) => {
      const value = given[option.name] ?? String(option.default ?? "");
      const control = option.values
        ? make("select", { name: option.name }, option.values.map((one) => make("option", { value: String(one) }, String(one))))
        : make("input", { name: option.name, placeholder: String(option.default ?? ""), title: option.takes ?? "" });
      control.value = value;
      return make("label", { class: "field", title: option.about }, option.name, control);
    }));
  }
  select.addEventListener("change", () => build());
  build();

  return {
    element: make("div", { class: "method" }, make("label", { class: "field" }, "Method", select), told, details),
    name: () => select.value,
    /** Only what differs from the defaults. */
    settings() {
      const defaults = Object.fromEntries((method()?.options ?? []).map((one) => [one.name, String(one.default ?? "")]));
      return Object.fromEntries([...fields.querySelectorAll("[name]")]
        .map((control) => [control.name, control.value.trim()]).filter(([name, value]) => value !== defaults[name]));
    },
    choose(name, given = {}) {
      if (methods.some((one) => one.name === name)) select.value = name;
      build(given);
    },
    set(name, value) {
      const control = fields.querySelector(`[name="${CSS.escape(name)}"]`);
      if (control) control.value = value;
    },
  };
}
