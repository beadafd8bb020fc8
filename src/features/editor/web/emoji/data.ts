import type { CompactEmoji } from 'emojibase'

/** Groups of Unicode, in the order of the picker; their titles are i18n keys. */
export const EMOJI_GROUPS = [
  { number: 0, title: 'Smileys and emotion', sign: '😀' },
  { number: 1, title: 'People and body', sign: '👋' },
  { number: 3, title: 'Animals and nature', sign: '🐻' },
  { number: 4, title: 'Food and drink', sign: '🍎' },
  { number: 5, title: 'Travel and places', sign: '🚗' },
  { number: 6, title: 'Activities', sign: '⚽' },
  { number: 7, title: 'Objects', sign: '💡' },
  { number: 8, title: 'Symbols', sign: '💕' },
  { number: 9, title: 'Flags', sign: '🏁' },
] as const

/** Skin tones from light to dark; their labels are i18n keys. */
export const SKIN_TONES = [
  { modifier: '🏻', label: 'Light' },
  { modifier: '🏼', label: 'Medium-light' },
  { modifier: '🏽', label: 'Medium' },
  { modifier: '🏾', label: 'Medium-dark' },
  { modifier: '🏿', label: 'Dark' },
] as const

export interface Emoji {
  readonly character: string
  /** In the reader's language. */
  readonly label: string
  readonly group: number
  /** In English and in the reader's language, in lower case. */
  readonly names: readonly string[]
  /** Search words in English and in the reader's language, in lower case, each after a blank. */
  readonly words: string
  /** The character in each of {@link SKIN_TONES}; empty where it has no skin. */
  readonly tones: readonly string[]
  /** Of an emoji that the wiki has added; its character is its name between colons. */
  readonly added?: AddedEmoji
}

export interface AddedEmoji {
  /** Without colons. */
  readonly name: string
  readonly emojiId: string
  /** Address of its picture. */
  readonly url: string
}

/** Group of the emoji that the wiki has added; its title is an i18n key. */
export const ADDED_GROUP = { number: -1, title: 'Of this wiki' } as const

/** An emoji that the wiki has added, as the picker offers it. */
export function addedAsEmoji(added: AddedEmoji): Emoji {
  const shortname = `:${added.name}:`
  const name = lower(added.name)
  return {
    character: shortname,
    label: shortname,
    group: ADDED_GROUP.number,
    names: [name],
    words: ` ${name}`,
    tones: [],
    added,
  }
}

type EmojiData = readonly Omit<CompactEmoji, 'emoticon'>[]

/** All emoji with their names. The data is loaded when first needed. @param locale BCP 47 tag */
export async function loadEmoji(locale: string): Promise<readonly Emoji[]> {
  const [english, german] = await Promise.all([
    import('emojibase-data/en/compact.json', { with: { type: 'json' } }),
    locale.startsWith('de') ? import('emojibase-data/de/compact.json', { with: { type: 'json' } }) : undefined,
  ])
  return emojiOf(english.default, german?.default)
}

/** @param translated the same emoji in another language, whose labels are taken */
export function emojiOf(english: EmojiData, translated: EmojiData = english): readonly Emoji[] {
  const labels = new Map(translated.map(entry => [entry.hexcode, entry]))
  return english.flatMap(entry => {
    const { group, hexcode, unicode, skins = [] } = entry
    if (group === undefined || !EMOJI_GROUPS.some(({ number }) => number === group)) return []
    const named = labels.get(hexcode) ?? entry
    const words = [named, entry].flatMap(({ label, tags = [] }) => [label, ...tags])
    const names = [named.label, entry.label].map(lower)
    const tones = skins.length === 0 ? [] : SKIN_TONES.map(({ modifier }) => toned(unicode, skins, modifier))
    return { character: plain(unicode), label: named.label, group, names, words: ` ${lower(words.join(' '))}`, tones }
  })
}

/** A character without the selector of its picture, if it is one anyway: so keyboards and pages write it. */
const plain = (character: string): string => character.replace(/^(\p{Emoji_Presentation})\ufe0f$/u, '$1')

/** The variant in which all skin has the tone. */
function toned(character: string, skins: readonly { unicode: string }[], modifier: string): string {
  const has = ({ unicode }: { unicode: string }) =>
    Array.from(unicode.matchAll(/\p{Emoji_Modifier}/gu)).every(([tone]) => tone === modifier)
  return skins.find(has)?.unicode ?? character
}

/** Emoji of which each typed word begins a word: the better the name matches the earlier, else in their order. */
export function foundEmoji(emoji: readonly Emoji[], query: string): readonly Emoji[] {
  const typed = lower(query).split(/\s+/).filter(Boolean)
  const start = typed.join(' ')
  return emoji
    .filter(({ words }) => typed.every(word => words.includes(` ${word}`)))
    .map(entry => ({ entry, rank: Math.min(...entry.names.map(name => rankOf(name, start))) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}

/** Whether typed text is the name or search words of an emoji, as in `:white_check_mark:` and `:tada:`. */
export function isNamed({ words }: Pick<Emoji, 'words'>, typed: string): boolean {
  return `${words} `.includes(` ${lower(typed)} `)
}

/** The lower, the better: the name, its beginning, a word of it, a search word. */
function rankOf(name: string, start: string): number {
  if (name === start) return 0
  if (name.startsWith(start)) return 1
  return ` ${name}`.includes(` ${start}`) ? 2 : 3
}

/** The character in a skin tone. @param tone place in {@link SKIN_TONES}; -1 for none */
export function inTone({ character, tones }: Emoji, tone: number): string {
  return tones[tone] ?? character
}

const lower = (text: string): string => text.toLowerCase().replaceAll(/[-_:]/g, ' ').trim()
