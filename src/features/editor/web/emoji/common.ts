import { emoticonCharacter } from '#language/editor/index.ts'

/** Emoji that are offered first. */
interface CommonEmoji {
  character: string
  /** i18n key. */
  label: string
  /** Of storage format's emoticon; without one the character itself is written. */
  name?: string
}

/** Emoticons of storage format. */
const EMOTICONS = {
  smile: 'Smile',
  laugh: 'Laugh',
  wink: 'Wink',
  cheeky: 'Cheeky',
  sad: 'Sad',
  'thumbs-up': 'Thumbs up',
  'thumbs-down': 'Thumbs down',
  heart: 'Heart',
  'broken-heart': 'Broken heart',
  tick: 'Tick',
  cross: 'Cross',
  question: 'Question',
  information: 'Information',
  warning: 'Warning',
  plus: 'Plus',
  minus: 'Minus',
  'light-on': 'Light on',
  'light-off': 'Light off',
  'yellow-star': 'Yellow star',
  'red-star': 'Red star',
  'green-star': 'Green star',
  'blue-star': 'Blue star',
} as const

const CHARACTERS = {
  '🎉': 'Party',
  '👏': 'Applause',
  '🙏': 'Thank you',
  '🙌': 'Hooray',
  '👋': 'Wave',
  '💪': 'Strong',
  '👀': 'Eyes',
  '🤔': 'Thinking',
  '😂': 'Tears of joy',
  '😍': 'In love',
  '😮': 'Surprised',
  '😢': 'Crying',
  '🤷': 'Shrug',
  '🚀': 'Rocket',
  '🔥': 'Fire',
  '✨': 'Sparkles',
  '💯': 'Hundred',
  '🐛': 'Bug',
  '📌': 'Pin',
  '⏰': 'Alarm clock',
  '☕': 'Coffee',
} as const

/** Emoticons whose characters stand for something else: a plug is not a light that is off. */
const STAND_INS: ReadonlySet<string> = new Set(['light-off', 'red-star', 'green-star', 'blue-star'])

/** First entries of the list of emoji. */
export function commonEmoji(): readonly CommonEmoji[] {
  return [
    ...Object.entries(EMOTICONS).map(([name, label]) => ({ name, label, character: emoticonCharacter(name) })),
    ...Object.entries(CHARACTERS).map(([character, label]) => ({ character, label })),
  ]
}

/** Storage format's emoticon of a character; undefined for most. */
export function emoticonOf(character: string): string | undefined {
  return Object.keys(EMOTICONS).find(name => !STAND_INS.has(name) && emoticonCharacter(name) === character)
}
