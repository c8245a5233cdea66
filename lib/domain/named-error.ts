/**
 * Whether `value` is an error of this name. The error classes that cross from one part of the app to
 * another use it for `instanceof`: the starter and each of Next's bundles load a copy of the class of
 * their own, and an error thrown by one copy must be known to the others.
 */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name
}
