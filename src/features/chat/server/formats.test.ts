import { describe, expect, it } from 'vitest'
import { messageBody, type Sentence } from './formats.ts'

const URL = 'https://wiki.example.org/display/DOCS/Release'
const LINES: readonly Sentence[] = [
  ['Ann Smith published the page ', { text: 'Release', url: URL }, ' – Docs'],
  ['and 3 more changes'],
]
/** Names that chat services would take as mentions or markup. */
const HOSTILE: readonly Sentence[] = [
  [
    '<!channel> @all *bold* ',
    { text: '](http://evil.example) <b>|x</b>\n# Head & "quote" <http://evil.example|click>', url: URL },
  ],
]

describe('messages to chat services', () => {
  it('are text with links of Slack', () => {
    expect(messageBody('slack', LINES)).toEqual({
      text: `Ann Smith published the page <${URL}|Release> – Docs\nand 3 more changes`,
    })
  })

  it('are Markdown of Mattermost', () => {
    expect(messageBody('mattermost', LINES)).toEqual({
      text: `Ann Smith published the page [Release](${URL}) – Docs  \nand 3 more changes`,
    })
  })

  it('are an adaptive card of Microsoft Teams', () => {
    expect(messageBody('teams', LINES)).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'TextBlock',
                wrap: true,
                text: `Ann Smith published the page [Release](${URL}) – Docs\n\nand 3 more changes`,
              },
            ],
          },
        },
      ],
    })
  })

  it('are HTML of Hipchat', () => {
    expect(messageBody('hipchat', LINES)).toEqual({
      message_format: 'html',
      color: 'gray',
      notify: false,
      message: `Ann Smith published the page <a href="${URL}">Release</a> – Docs<br>and 3 more changes`,
    })
  })

  it('keep addresses whole', () => {
    const line: Sentence = [{ text: 'A', url: 'https://wiki.example.org/display/DOCS/A+(b)+c)' }]
    expect(messageBody('mattermost', [line])).toEqual({
      text: '[A](https://wiki.example.org/display/DOCS/A+%28b%29+c%29)',
    })
  })

  it('hold no mention or markup of those who name pages', () => {
    const { text } = messageBody('slack', HOSTILE) as { text: string }
    expect(text.match(/<[^|>]*/g)).toEqual([`<${URL}`])
    expect(text.match(/>/g)).toHaveLength(1)
    expect(text).toContain('&lt;!channel&gt;')
    expect(text).not.toContain('\n')
    const { text: markdown } = messageBody('mattermost', HOSTILE) as { text: string }
    expect(markdown).not.toMatch(/@\w/)
    // Each bracket, star and angle but those of the one link is escaped.
    expect(
      markdown
        .replace(`](${URL})`, '')
        .replace('[', '')
        .match(/(?<!\\)[[\]*<>#]/g),
    ).toBeNull()
    const { message } = messageBody('hipchat', HOSTILE) as { message: string }
    expect(message.match(/<[^>]*>/g)).toEqual([`<a href="${URL}">`, '</a>'])
  })
})
