const LONGEST = 10

/**
 * A key for a new space from its name: initials of several words, else the word's beginning; letters and digits only.
 * Empty where the name has none of those.
 */
export function suggestKey(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')
  const words = plain.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  const key = words.length > 1 ? words.map(word => (/^\d+$/.test(word) ? word : word[0])).join('') : (words[0] ?? '')
  return key.toUpperCase().slice(0, LONGEST)
}
