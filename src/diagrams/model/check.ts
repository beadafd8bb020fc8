/**
 * Checkers for JSON, composed by field: as strict as the types, and without allocation for valid data. Tables of
 * fields are typed, so that a new field of a type does not compile until it has its checker.
 */

/** An invalid document: where, what is wrong, and how to fix it. */
export class DiagramError extends Error {
  override name = 'DiagramError'
  /** Such as `pages[0].objects.s1.width`; empty for the document as a whole. */
  readonly path: string
  constructor(path: string, problem: string) {
    super(path ? `${path}: ${problem}` : problem)
    this.path = path
  }
}

/** Path from the document to the checked value; mutated in place. */
export type Path = (string | number)[]
export type Check = (value: unknown, path: Path) => void
/** A field that may be absent. */
export interface Optional {
  optional: Check
}
/** The checkers of a type's fields. */
export type Fields<T> = { [K in keyof T]-?: object extends Pick<T, K> ? Optional : Check }

/** @throws DiagramError always */
export function fail(path: Path, problem: string): never {
  throw new DiagramError(showPath(path), problem)
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/
/** Longer keys are truncated in messages. */
const SHOWN_KEY = 60

function showPath(path: Path): string {
  let shown = ''
  for (const step of path) {
    if (typeof step === 'number') shown += `[${step}]`
    else if (PLAIN_KEY.test(step) && step.length <= SHOWN_KEY) shown += shown ? `.${step}` : step
    else shown += `[${show(step)}]`
  }
  return shown
}

/** A value, abbreviated for a message. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string')
    return JSON.stringify(value.length > SHOWN_KEY ? `${value.slice(0, SHOWN_KEY)}…` : value)
  return String(value)
}

/** Checks a nested value. */
export function inside(path: Path, step: string | number, value: unknown, check: Check): void {
  path.push(step)
  check(value, path)
  path.pop()
}

export const optional = (check: Check): Optional => ({ optional: check })

/** @returns the value as an object of unknown fields */
export function record(value: unknown, path: Path): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(path, `must be an object, but is ${show(value)}`)
  }
  // Plain JSON objects only, by the check above.
  return value as Record<string, unknown>
}

/** An object with exactly these fields. */
export function fields<T>(table: Fields<T>): Check {
  const names = new Map<string, Check | Optional>(Object.entries<Check | Optional>(table))
  const required = [...names].filter(([, check]) => typeof check === 'function').map(([name]) => name)
  return (value, path) => {
    const object = record(value, path)
    for (const name of required) {
      if (!Object.hasOwn(object, name)) fail([...path, name], 'is missing; give it a value')
    }
    for (const name of Object.keys(object)) {
      const check = names.get(name)
      if (!check) fail([...path, name], `is not a field here; remove it or use one of ${[...names.keys()].join(', ')}`)
      inside(path, name, object[name], typeof check === 'function' ? check : check.optional)
    }
  }
}

/** A tagged union, discriminated by a field. */
export function variants<Kinds extends string>(field: string, kinds: Record<Kinds, Check>): Check {
  const table = new Map<unknown, Check>(Object.entries<Check>(kinds))
  return (value, path) => {
    const kind = record(value, path)[field]
    const check = table.get(kind)
    if (!check) fail([...path, field], `must be one of ${Object.keys(kinds).join(', ')}, but is ${show(kind)}`)
    check(value, path)
  }
}

export function list(check: Check, most: number, least = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value)) fail(path, `must be a list, but is ${show(value)}`)
    if (value.length > most) fail(path, `has ${value.length} entries; at most ${most} are allowed`)
    if (value.length < least) fail(path, `has ${value.length} entries; at least ${least} is needed`)
    for (let index = 0; index < value.length; index++) inside(path, index, value[index], check)
  }
}

export function number(least: number, most: number): Check {
  return (value, path) => {
    if (typeof value !== 'number' || !(value >= least && value <= most)) {
      fail(path, `must be a number from ${least} to ${most}, but is ${show(value)}`)
    }
  }
}

export function text(most: number, least = 0): Check {
  return (value, path) => {
    if (typeof value !== 'string') fail(path, `must be a text, but is ${show(value)}`)
    if (value.length > most) fail(path, `is ${value.length} characters long; at most ${most} are allowed`)
    if (value.length < least) fail(path, 'must not be empty')
  }
}

export function pattern(regexp: RegExp, what: string): Check {
  return (value, path) => {
    if (typeof value !== 'string' || !regexp.test(value)) fail(path, `must be ${what}, but is ${show(value)}`)
  }
}

export function oneOf(values: readonly unknown[]): Check {
  const allowed = new Set(values)
  return (value, path) => {
    if (!allowed.has(value)) fail(path, `must be one of ${values.map(show).join(', ')}, but is ${show(value)}`)
  }
}

export const yesOrNo: Check = (value, path) => {
  if (typeof value !== 'boolean') fail(path, `must be true or false, but is ${show(value)}`)
}

export function nullOr(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path)
  }
}

/** Either of two forms; errors are those of the second. */
export function either(isFirst: (value: unknown) => boolean, check: Check): Check {
  return (value, path) => {
    if (!isFirst(value)) check(value, path)
  }
}
