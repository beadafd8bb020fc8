/** Storage format's emoticons in Unicode. */
const emoticons: Readonly<Record<string, string>> = {
  smile: '🙂',
  sad: '🙁',
  cheeky: '😛',
  laugh: '😀',
  wink: '😉',
  'thumbs-up': '👍',
  'thumbs-down': '👎',
  information: 'ℹ️',
  tick: '✅',
  cross: '❌',
  warning: '⚠️',
  plus: '➕',
  minus: '➖',
  question: '❓',
  'light-on': '💡',
  'light-off': '🔌',
  'yellow-star': '⭐',
  'red-star': '🌟',
  'green-star': '✳️',
  'blue-star': '💠',
  heart: '❤️',
  'broken-heart': '💔',
}

/** The name that newer Confluence writes for every emoji, and the short name of the emoji that it really is. */
const PLACEHOLDER = 'blue-star'
const PLACEHOLDER_SHORTNAME = ':blue_star:'

/**
 * The text of an `ac:emoticon`: the characters of its id, else of its name, else its fallback or short name. Newer
 * Confluence writes the name `blue-star` for every emoji: then the fallback is the better text.
 */
export function emoticonText(attributes: Readonly<Record<string, string | undefined>>): string {
  const name = attributes['ac:name'] ?? ''
  const shortname = attributes['ac:emoji-shortname']
  const fallback = attributes['ac:emoji-fallback']
  const isPlaceholder =
    name === PLACEHOLDER && (shortname ?? fallback) !== undefined && shortname !== PLACEHOLDER_SHORTNAME
  const named = !isPlaceholder && Object.hasOwn(emoticons, name) ? emoticons[name] : undefined
  return fromCodePoints(attributes['ac:emoji-id']) ?? named ?? (fallback || (shortname ?? `(${name})`))
}

/** Name, without colons, of an emoji that a wiki has added; undefined for those of Unicode. */
export function addedEmoji(attributes: Readonly<Record<string, string | undefined>>): string | undefined {
  const shortname = attributes['ac:emoji-shortname']
  if ((attributes['ac:name'] ?? PLACEHOLDER) !== PLACEHOLDER || shortname === PLACEHOLDER_SHORTNAME) return undefined
  if (fromCodePoints(attributes['ac:emoji-id']) !== undefined) return undefined
  return /^:([a-z0-9][a-z0-9_+-]{1,49}):$/i.exec(shortname ?? '')?.[1]?.toLowerCase()
}

/** Storage format of an emoji that the wiki has added, as newer Confluence writes it. @param name without colons */
export function addedEmojiAttributes(name: string, id: string): Readonly<Record<string, string>> {
  const shortname = `:${name}:`
  return {
    'ac:name': PLACEHOLDER,
    'ac:emoji-shortname': shortname,
    'ac:emoji-id': id,
    'ac:emoji-fallback': shortname,
  }
}

/** Characters of an emoji id such as `1f600` or `1f1e6-1f1fa`. */
function fromCodePoints(id: string | undefined): string | undefined {
  if (id === undefined || !/^[0-9a-f]{2,5}(?:-[0-9a-f]{2,5}){0,9}$/i.test(id)) return undefined
  return String.fromCodePoint(...id.split('-').map(part => Number.parseInt(part, 16)))
}
