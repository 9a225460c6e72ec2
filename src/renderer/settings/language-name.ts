/** The name of a language by its BCP 47 tag; a tag that is none stands for itself. */
export function languageName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
