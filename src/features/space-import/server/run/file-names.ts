import { allowedFileName } from '#features/attachments/server/index.ts'

/** Characters that a long name loses at a time until its number fits. */
const CUT = 12

/** Names of the files of a page, each of which is one file's alone. */
export class FileNames {
  readonly #reserved: ReadonlySet<string>
  readonly #taken = new Set<string>()

  /** @param given names that the files have, which no other file gets */
  constructor(given: readonly string[]) {
    this.#reserved = new Set(given)
  }

  /** Gives a file its name, or `name (2).txt` and so on where another file has it already. */
  take(given: string): string {
    let name = given
    for (let number = 2; this.#taken.has(name) || (name !== given && this.#reserved.has(name)); number++)
      name = numbered(given, number)
    this.#taken.add(name)
    return name
  }
}

/** Whether a name is one that {@link FileNames} makes of another. */
export function isNumbered(name: string, given: string): boolean {
  const number = Number(/(\d+)\)?(?:\.[^.]*)?$/.exec(name)?.[1])
  return Number.isSafeInteger(number) && numbered(given, number) === name
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [base, extension] = dot > 0 && name.length - dot <= 16 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const suffix = ` (${number})${extension}`
  for (let end = base.length; end > 0; end -= CUT) {
    const made = `${base.slice(0, end).toWellFormed()}${suffix}`
    if (allowedFileName(made) === made) return made
  }
  return `${number}${extension}`
}
