// Stripe's bodies are forms with brackets: `metadata[order_id]=7&expand[]=latest_charge`. This turns one into nested
// objects and lists of strings; what they mean is decided by the schema of the operation.

export type Form = { [name: string]: FormValue };
export type FormValue = string | Form | FormValue[];

/** Deeper or wider than any call to this API: bounds what a hostile body can cost. */
const depthMax = 5;
const fieldsMax = 500;

/** @throws RangeError when the form is too large or contradicts itself */
export function parseForm(text: string): Form {
  const root: Form = Object.create(null);
  const fields = [...new URLSearchParams(text)];
  if (fields.length > fieldsMax) throw new RangeError(`The form has more than ${fieldsMax} fields.`);
  for (const [name, value] of fields) place(root, pathOf(name), value, name);
  return listsFrom(root);
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match?.[1] === undefined) throw new RangeError(`The field name ${name} cannot be read.`);
  const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((found) => found[1] ?? "");
  if (inner.length >= depthMax) throw new RangeError(`The field ${name} is nested too deeply.`);
  return [match[1], ...inner];
}

function place(root: Form, path: string[], value: string, name: string): void {
  let at = root;
  for (const [index, given] of path.entries()) {
    // `expand[]` means "the next place in the list".
    const step = given === "" ? String(Object.keys(at).length) : given;
    if (index === path.length - 1) {
      if (typeof at[step] === "object") throw new RangeError(`The field ${name} is given in two shapes.`);
      at[step] = value;
      return;
    }
    at[step] ??= Object.create(null) as Form;
    const next = at[step];
    if (typeof next !== "object" || Array.isArray(next)) {
      throw new RangeError(`The field ${name} is given in two shapes.`);
    }
    at = next;
  }
}

/** An object whose names are 0, 1, 2 … is a list. */
function listsFrom(form: Form): Form {
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string" || Array.isArray(value)) continue;
    const inner = listsFrom(value);
    const names = Object.keys(inner);
    form[name] = names.every((key, index) => key === String(index)) ? Object.values(inner) : inner;
  }
  return form;
}
