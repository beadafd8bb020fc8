import type { WorkerTask } from '#platform/server/workers/task.ts'
import { passagesOf, PassageWords } from '../text/passages.ts'
import { signsOf } from '../text/prominence.ts'
import { indexStreams } from '../text/tokenizer.ts'

/** Text stored for excerpts, in UTF-16 units. */
export const MAX_TEXT = 100_000
/** Words of a body that are indexed. */
const MAX_BODY_TOKENS = 100_000
const MAX_TITLE_TOKENS = 500

type Streams = ReturnType<typeof indexStreams>

/** The index's text of one entity. */
export interface IndexedText {
  readonly title: Streams
  readonly body: Streams
  readonly signs: ReturnType<typeof signsOf>
  /** The text for excerpts, in passages: the first begins with it. */
  readonly passages: readonly string[]
  /** Which words are in which passage, where there are several. */
  readonly places: Uint8Array | null
  /** Each word of both once. */
  readonly terms: readonly string[]
}

export const indexedTextTask: WorkerTask<{ title: string; fullText: string; isComment: boolean }, IndexedText> = {
  name: 'search.indexed-text',
  run({ title, fullText, isComment }) {
    const text = cut(fullText)
    const passages = passagesOf(text)
    const places = passages.length > 1 ? new PassageWords(passages) : undefined
    const seen = places && ((token: string, start: number, end: number) => places.add(token, start, end))
    const streams = {
      title: indexStreams(title, { maxTokens: MAX_TITLE_TOKENS }),
      body: indexStreams(fullText, { maxTokens: MAX_BODY_TOKENS }, seen),
    }
    const tokens = { title: tokensOf(streams.title), body: tokensOf(streams.body) }
    return {
      ...streams,
      signs: signsOf({ ...tokens, isComment }),
      passages: passages.map(({ start, end }) => text.slice(start, end)),
      places: places?.encoded() ?? null,
      terms: [...new Set([...tokens.title, ...tokens.body])],
    }
  },
}

function tokensOf({ main, extra }: Streams): string[] {
  return [main, extra].flatMap(stream => (stream === '' ? [] : stream.split(' ')))
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const last = text.charCodeAt(MAX_TEXT - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT)
}
