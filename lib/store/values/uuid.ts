const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids come out of addresses, where anything may stand; the database refuses to compare what is none. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
