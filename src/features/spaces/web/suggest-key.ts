const LONGEST = 10

/** Suggested key: initials of several words, or the start of one; alphanumeric, may be empty. */
export function suggestKey(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')
  const words = plain.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  const key = words.length > 1 ? words.map(word => (/^\d+$/.test(word) ? word : word[0])).join('') : (words[0] ?? '')
  return key.toUpperCase().slice(0, LONGEST)
}
