/** The name of a language by its BCP 47 tag; an invalid tag is returned unchanged. */
export function languageName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
