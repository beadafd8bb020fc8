import type { ChatService } from '../shared.ts'

/** A sentence with links in it: texts and links in turn. */
export type Sentence = readonly (string | { readonly text: string; readonly url: string })[]

/** Body of a message to an incoming webhook. Each sentence is a line. */
export function messageBody(service: ChatService, lines: readonly Sentence[]): unknown {
  switch (service) {
    case 'slack':
      return { text: written(lines, slackText, (text, url) => `<${url}|${text}>`, '\n') }
    case 'mattermost':
      return { text: written(lines, markdownText, markdownLink, '  \n') }
    case 'teams':
      return adaptiveCard(written(lines, markdownText, markdownLink, '\n\n'))
    case 'hipchat':
      return {
        message_format: 'html',
        color: 'gray',
        notify: false,
        message: written(lines, htmlText, (text, url) => `<a href="${htmlText(url)}">${text}</a>`, '<br>'),
      }
  }
}

/** Microsoft Teams: an adaptive card in a message, as its workflows and connectors take it. */
function adaptiveCard(text: string): unknown {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text, wrap: true }],
        },
      },
    ],
  }
}

function written(
  lines: readonly Sentence[],
  escape: (text: string) => string,
  link: (text: string, url: string) => string,
  separator: string,
): string {
  const part = (each: Sentence[number]) => (typeof each === 'string' ? escape(each) : link(escape(each.text), each.url))
  return lines.map(line => line.map(part).join('')).join(separator)
}

/** Slack's mrkdwn: mentions and links are in angle brackets. Blanks of width 0 keep `*` and `_` from being marks. */
function slackText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`|]/g, mark => `\u200B${mark}`)
}

/** Markdown. A blank of width 0 keeps `@channel` and names from being mentions. */
function markdownText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~<>&:]/g, mark => `\\${mark}`)
    .replaceAll('@', '@\u200B')
}

/** An address may hold brackets, which would end the link. */
function markdownLink(text: string, url: string): string {
  return `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

function htmlText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ')
}
