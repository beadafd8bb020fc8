import { expect, test } from 'vitest'
import { commonEmoji, emoticonOf } from './common.ts'
import { EMOJI_GROUPS, foundEmoji, inTone, loadEmoji, SKIN_TONES } from './data.ts'

const english = await loadEmoji('en-GB')
const german = await loadEmoji('de-DE')

const first = (emoji: typeof english, query: string) => foundEmoji(emoji, query)[0]?.character

test('emoji are found by words of their name in the language of the reader and in English', () => {
  expect(first(english, 'rocket')).toBe('🚀')
  expect(first(german, 'Rakete')).toBe('🚀')
  expect(first(german, 'rocket')).toBe('🚀')
  expect(first(english, 'Rakete')).toBeUndefined()
  // Words in any order, each by its beginning.
  expect(first(english, 'wav hand')).toBe('👋')
  expect(first(english, 'hand wav')).toBe('👋')
  expect(first(german, 'auf wieder')).toBe('👋')
  expect(first(english, ':red_heart:')).toBe('❤️')
  expect(foundEmoji(english, 'no such emoji')).toEqual([])
})

test('names that begin with the words come before names that contain them, and search words', () => {
  const names = foundEmoji(english, 'cat').map(({ label }) => label)
  expect(names.slice(0, 2)).toEqual(['cat', 'cat with tears of joy'])
  expect(names.indexOf('black cat')).toBeGreaterThan(names.indexOf('cat face'))
  expect(first(english, 'ttfn')).toBe('👋')
})

test('each emoji is in one group and has a name in both languages', () => {
  expect(english.length).toBeGreaterThan(1800)
  expect(german.map(({ character }) => character)).toEqual(english.map(({ character }) => character))
  expect(new Set(english.map(({ group }) => group))).toEqual(new Set(EMOJI_GROUPS.map(({ number }) => number)))
  expect(new Set(english.map(({ character }) => character)).size).toBe(english.length)
  expect(german.filter(({ label }) => label.trim() === '')).toEqual([])
  expect(german.find(({ character }) => character === '🚀')?.label).toBe('Rakete')
})

test('a skin tone changes emoji that have skin, both people of a pair', () => {
  const toned = (character: string, tone: number) => {
    const emoji = english.find(candidate => candidate.character === character)
    return emoji && inTone(emoji, tone)
  }
  expect(SKIN_TONES.map((_, tone) => toned('👋', tone))).toEqual(['👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿'])
  expect(toned('👋', -1)).toBe('👋')
  expect(toned('🚀', 2)).toBe('🚀')
  expect(Array.from(toned('💏', 3)?.matchAll(/\p{Emoji_Modifier}/gu) ?? [], ([tone]) => tone)).toEqual(['🏾'])
})

test('characters that storage format has names for are written as its emoticons, look-alikes are not', () => {
  expect(emoticonOf('👍')).toBe('thumbs-up')
  expect(emoticonOf('👍🏽')).toBeUndefined()
  expect(emoticonOf('🔌')).toBeUndefined()
  expect(emoticonOf('💠')).toBeUndefined()
  const characters = new Set(english.map(({ character }) => character))
  expect(commonEmoji().filter(({ character }) => !characters.has(character))).toEqual([])
})
