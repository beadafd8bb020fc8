/** Pasted addresses that features show as macros or by a title. */

/** A macro in place of an address, in a line or as a block. */
export interface AddressMacro {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  /** Parameters that are addresses of other sites. */
  readonly addresses?: Readonly<Record<string, string>>
  readonly isInline: boolean
}

/** Finds the macro for an address; undefined for addresses that stay links. */
export type AddressConversion = (href: string) => Promise<AddressMacro | undefined>

const conversions: AddressConversion[] = []

/** Adds a conversion. It is called for each address that is pasted, and loads code only for those that it knows. */
export function convertAddresses(conversion: AddressConversion): void {
  conversions.push(conversion)
}

/** The macro of the first conversion that has one. */
export const macroOfAddress = (href: string) => firstOf(conversions, href)

/** Finds the title of the page at an address; undefined for addresses that stay as they are. */
export type AddressTitle = (href: string) => Promise<string | undefined>

const titles: AddressTitle[] = []

/** Adds a source of titles. It is asked about each pasted address that no macro shows. */
export function titleAddresses(title: AddressTitle): void {
  titles.push(title)
}

/** The title of the first source that has one. */
export const titleOfAddress = (href: string) => firstOf(titles, href)

async function firstOf<T>(
  sources: readonly ((href: string) => Promise<T | undefined>)[],
  href: string,
): Promise<T | undefined> {
  for (const answerTo of sources) {
    const answer = await answerTo(href)
    if (answer !== undefined) return answer
  }
  return undefined
}
