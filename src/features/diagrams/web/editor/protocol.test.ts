import { describe, expect, it } from 'vitest'
import { boxes } from '../../testing/wiki.ts'
import { PROTOCOL_VERSION, readFrameMessage, readHostMessage, send, TAG, type FrameMessage } from './protocol.ts'

const origin = 'https://wiki.example.org'
const other = {} as Window
const from = { origin, source: other }
const arrival = (data: unknown, changed: { origin?: string; source?: Window | null } = {}) => ({
  data,
  origin,
  source: other as Window | null,
  ...changed,
})

describe('the messages between page and editor', () => {
  it('arrive as they were sent, with the tag, to our own origin alone', () => {
    const sent: [unknown, string][] = []
    const target = {
      postMessage: (data: unknown, to: string) => {
        sent.push([data, to])
      },
    } as unknown as Window
    const message: FrameMessage = {
      type: 'save',
      save: 1,
      name: 'Flow',
      version: 3,
      document: boxes('a'),
      image: '',
      html: '<svg></svg>',
      thenClose: false,
    }
    send(target, message, origin)
    expect(sent[0]?.[1]).toBe(origin)
    expect(readFrameMessage(arrival(sent[0]?.[0]), from)).toEqual({ ...message, tag: TAG })
  })

  it('are left out when they come from another origin or window', () => {
    const ready = { tag: TAG, type: 'ready', protocol: PROTOCOL_VERSION }
    expect(readFrameMessage(arrival(ready), from)).toBeDefined()
    expect(readFrameMessage(arrival(ready, { origin: 'https://evil.example.org' }), from)).toBeUndefined()
    expect(readFrameMessage(arrival(ready, { source: {} as Window }), from)).toBeUndefined()
    expect(readFrameMessage(arrival(ready, { source: null }), { origin, source: null })).toBeUndefined()
  })

  it.each([
    ['no tag', { type: 'ready', protocol: 1 }],
    ['another tag', { tag: 'webpack', type: 'ready', protocol: 1 }],
    ['an unknown type', { tag: TAG, type: 'evaluate', protocol: 1 }],
    ['a type of all objects', { tag: TAG, type: 'toString' }],
    ['a field of the wrong kind', { tag: TAG, type: 'ready', protocol: '1' }],
    ['a missing field', { tag: TAG, type: 'close' }],
    ['a list for a document', { tag: TAG, type: 'autosave', document: [], version: 1 }],
    ['text', 'ready'],
    ['nothing', null],
  ])('are left out with %s', (_, data) => {
    expect(readFrameMessage(arrival(data), from)).toBeUndefined()
    expect(readHostMessage(arrival(data), from)).toBeUndefined()
  })

  it('of one side are not those of the other', () => {
    const saved = { tag: TAG, type: 'saved', save: 1, name: 'Flow', version: 1, at: 5 }
    expect(readHostMessage(arrival(saved), from)).toMatchObject({ version: 1 })
    expect(readFrameMessage(arrival(saved), from)).toBeUndefined()
  })
})
