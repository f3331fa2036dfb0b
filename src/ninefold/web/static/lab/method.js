// The form for a method and its options.

import { make } from "../common/dom.js";

/** @param {any[]} methods @param {string} preferred @param {string[]} [elsewhere] options that the view shows itself */
export function createMethodForm(methods, preferred, elsewhere = []) {
  const watchers = new Set();
  const select = make("select", { "aria-label": "method" }, methods.map(({ name, available, about }) => make("option", { value: name, disabled: !available, title: about }, available ? name : `${name} (not installed)`)));
  if (methods.some(({ name, available }) => name === preferred && available)) select.value = preferred;
  const fields = make("div", { class: "fields" });
  const options = make("details", {}, make("summary", {}, "Options"), fields);
  const named = (name) => /** @type {any} */ (fields.querySelector(`[name="${CSS.escape(name)}"]`));
  const method = () => methods.find(({ name }) => name === select.value);

  function build(given = {}) {
    const { about = "", options: all = [] } = method() ?? {};
    select.title = about;
    fields.replaceChildren(...all.map((option) => {
      const value = given[option.name] ?? String(option.default ?? "");
      const control = option.values
        ? make("select", { name: option.name }, option.values.map((one) => make("option", { value: String(one) }, String(one))))
        : make("input", { name: option.name, placeholder: String(option.default ?? ""), title: option.takes ?? "" });
      control.value = value;
      return make("label", { class: "field", title: option.about, hidden: elsewhere.includes(option.name) }, option.name, control);
    }));
    watchers.forEach((watcher) => watcher());
  }
  select.addEventListener("change", () => build());
  build();

  return {
    method: make("label", { class: "field" }, "Method", select),
    options,
    name: () => select.value,
    about: () => method()?.about ?? "",
    /** The options that differ from their defaults. */
    settings() {
      const defaults = Object.fromEntries((method()?.options ?? []).map((one) => [one.name, String(one.default ?? "")]));
      return Object.fromEntries([...fields.querySelectorAll("[name]")]
        .map((control) => [control.name, control.value.trim()]).filter(([name, value]) => value !== defaults[name]));
    },
    choose(name, given = {}) {
      if (methods.some((one) => one.name === name)) select.value = name;
      build(given);
    },
    get: (name) => named(name)?.value ?? "",
    set(name, value) {
      const control = named(name);
      if (control) control.value = value;
    },
    /** Calls back when the method changes. */
    watch: (watcher) => watchers.add(watcher),
  };
}
