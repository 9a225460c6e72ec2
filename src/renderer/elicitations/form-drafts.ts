import { type FieldFault, type FormField, type FormValues, fieldFault } from '../../shared/servers/elicitation'

/** What the user has entered into a form so far, by the names of its fields. */
export type FormDrafts = Readonly<Record<string, string | boolean | readonly string[]>>

/** What stands in the form before the user changes anything: the server's defaults. */
export function firstDrafts(fields: readonly FormField[]): FormDrafts {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.kind === 'number' ? (field.value === null ? '' : String(field.value)) : field.value]),
  )
}

/** The values to send, without those left empty, and what is wrong with each field. */
export function readForm(
  fields: readonly FormField[],
  drafts: FormDrafts,
): { readonly values: FormValues; readonly faults: ReadonlyMap<string, FieldFault> } {
  const values: [string, FormValues[string]][] = []
  const faults = new Map<string, FieldFault>()
  for (const field of fields) {
    const value = enteredValue(field, drafts[field.name])
    const fault = fieldFault(field, value)
    if (fault !== null) faults.set(field.name, fault)
    else if (value !== undefined) values.push([field.name, value])
  }
  return { values: Object.fromEntries(values), faults }
}

function enteredValue(field: FormField, draft: FormDrafts[string] | undefined): FormValues[string] | undefined {
  if (field.kind === 'number' && typeof draft === 'string') return draft.trim() === '' ? undefined : Number(draft)
  // an empty text or list is no answer, unless the field must have one
  if (draft === '' || (typeof draft === 'object' && draft.length === 0 && !field.required)) return undefined
  return draft
}
