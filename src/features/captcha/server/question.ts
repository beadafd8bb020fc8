import type { Reader } from '#platform/view/reader.ts'

type Translate = Reader['t']

/** A question whose answer is a number. */
export interface Question {
  readonly kind: number
  /** The numbers in its sentence, largest first. */
  readonly numbers: readonly [number, number, number]
  readonly answer: number
}

interface Kind {
  sentence: (t: Translate, words: { first: string; second: string; third: string }) => string
  /** @param numbers the largest first */
  answer: (numbers: Question['numbers']) => number
}

const KINDS: readonly [Kind, ...Kind[]] = [
  { sentence: (t, words) => t('How much is {{second}} plus {{first}}?', words), answer: ([a, b]) => a + b },
  {
    sentence: (t, words) =>
      t('A bus carries {{second}} people, and {{first}} more get on. How many are on it then?', words),
    answer: ([a, b]) => a + b,
  },
  { sentence: (t, words) => t('Add {{third}} to {{first}}. What do you get?', words), answer: ([a, , c]) => a + c },
  {
    sentence: (t, words) => t('On a roof sit {{first}} birds, and {{second}} of them fly away. How many stay?', words),
    answer: ([a, b]) => a - b,
  },
  {
    sentence: (t, words) => t('You take {{third}} away from {{first}}. How much is left?', words),
    answer: ([a, , c]) => a - c,
  },
  {
    sentence: (t, words) => t('Which of these numbers is the largest: {{second}}, {{first}} or {{third}}?', words),
    answer: ([a]) => a,
  },
  {
    sentence: (t, words) => t('Of {{third}}, {{first}} and {{second}}, which is the smallest number?', words),
    answer: ([, , c]) => c,
  },
  {
    sentence: (t, words) =>
      t(
        'Three children have {{first}}, {{third}} and {{second}} marbles. How many has the one who has neither the most nor the fewest?',
        words,
      ),
    answer: ([, b]) => b,
  },
  { sentence: (t, words) => t('How much is twice {{second}}?', words), answer: ([, b]) => 2 * b },
  { sentence: (t, words) => t('Which number comes right before {{first}}?', words), answer: ([a]) => a - 1 },
]

/** Numbers that have a word: not 21, 31 … 91, which are irregular in German. */
const NAMED = Array.from({ length: 90 }, (_, index) => index + 10).filter(number => number < 20 || number % 10 !== 1)

/** The question that follows from random bytes. @param bytes seven or more */
export function questionFrom(bytes: Buffer): Question {
  const kind = bytes.readUInt8(0) % KINDS.length
  const left = [...NAMED]
  const taken = [1, 3, 5].flatMap(at => left.splice(bytes.readUInt16LE(at) % left.length, 1))
  const [first = 0, second = 0, third = 0] = taken.toSorted((a, b) => b - a)
  const numbers = [first, second, third] as const
  return { kind, numbers, answer: kindOf(kind).answer(numbers) }
}

/** The question as a sentence in the language of a reader, its numbers in words. */
export function questionText({ kind, numbers: [first, second, third] }: Question, { t }: Pick<Reader, 't'>): string {
  const words = { first: numberWord(t, first), second: numberWord(t, second), third: numberWord(t, third) }
  return `${kindOf(kind).sentence(t, words)} ${t('Type the answer in digits in the place of the word.')}`
}

function kindOf(kind: number): Kind {
  return KINDS[kind] ?? KINDS[0]
}

function numberWord(t: Translate, number: number): string {
  const below = wordsBelowTwenty(t)
  if (number < below.length) return below[number] ?? ''
  const tens = wordsOfTens(t)[Math.floor(number / 10) - 2] ?? ''
  const unit = number % 10
  return unit === 0 ? tens : t('{{tens}}-{{unit}}', { tens, unit: below[unit] ?? '' })
}

function wordsBelowTwenty(t: Translate): string[] {
  return [
    t('zero'),
    t('one'),
    t('two'),
    t('three'),
    t('four'),
    t('five'),
    t('six'),
    t('seven'),
    t('eight'),
    t('nine'),
    t('ten'),
    t('eleven'),
    t('twelve'),
    t('thirteen'),
    t('fourteen'),
    t('fifteen'),
    t('sixteen'),
    t('seventeen'),
    t('eighteen'),
    t('nineteen'),
  ]
}

function wordsOfTens(t: Translate): string[] {
  return [t('twenty'), t('thirty'), t('forty'), t('fifty'), t('sixty'), t('seventy'), t('eighty'), t('ninety')]
}
