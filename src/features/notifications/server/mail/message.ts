import { textDirection } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Mail } from '#platform/server/mail.ts'
import type { Translate } from '#platform/texts.ts'
import { comparePath } from '#features/content-core/address-shared.ts'
import { NOTIFICATION_SETTINGS_PATH } from '../../shared.ts'
import { differenceOf, type Difference, type Run } from './difference.ts'
import type { Line } from './lines.ts'
import type { Reason } from '../unsubscribe/reason.ts'

/** The part of a mail about one page. */
interface Part {
  readonly title: string
  readonly spaceName: string
  readonly lines: readonly Line[]
  readonly difference: Difference | undefined
  /** Path of the screen with the whole difference. */
  readonly comparison: string | undefined
}

interface MailContent {
  readonly t: Translate
  readonly base: string
  readonly parts: readonly Part[]
  readonly why: string
  /** Address that ends what the mail came of. */
  readonly unsubscribe: string
  readonly stop: string
}

/**
 * The mail with these lines: its texts in HTML and plain, in the reader's language, and the headers by which
 * mail programs gather, answer and end it (RFC 2369, 3834, 8058).
 * @param ctx of the receiver
 */
export async function messageOf(
  ctx: Context,
  lines: readonly Line[],
  { reason, unsubscribe }: { reason: Reason; unsubscribe: string },
): Promise<Omit<Mail, 'to' | 'id'>> {
  const { app } = ctx
  const reader = readerOf(ctx)
  const { t } = reader
  const parts = await partsOf(ctx, lines)
  const [first] = parts
  const site = app.settings.get(siteTitle)
  const isOfOnePage = reason.target.kind !== 'daily' && first !== undefined
  const content: MailContent = { t, base: app.baseUrl, parts, unsubscribe, ...reason.words(t) }
  return {
    subject: isOfOnePage
      ? `[${site}] ${first.spaceName}: ${headline(t, first)}`
      : `[${site}] ${t('{{count}} notifications', { count: lines.length })}`,
    text: plainText(content),
    html: markup(content, reader.locale).text,
    ...(isOfOnePage ? { thread: `page-${first.lines[0]?.pageId}` } : {}),
    headers: bulkHeaders(unsubscribe),
  }
}

/** Headers of a mail that its receiver can end at an address. */
export function bulkHeaders(unsubscribe: string): Record<string, string> {
  return {
    // Sorted by mail servers with mail of lists, and answered by no absence note.
    Precedence: 'bulk',
    'List-Unsubscribe': `<${unsubscribe}>`,
    // Mail programs post to addresses with TLS alone (RFC 8058, 3.1).
    ...(unsubscribe.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** The end of a plain mail: why it comes, and what ends it. */
export function plainFoot({ t, base, why, stop, unsubscribe }: Omit<MailContent, 'parts'>): string {
  return `-- \n\n${why}\n${stop}: ${unsubscribe}\n${t('Notification settings')}: ${base}${NOTIFICATION_SETTINGS_PATH}\n`
}

async function partsOf({ app }: Context, lines: readonly Line[]): Promise<Part[]> {
  const parts: Part[] = []
  for (const [pageId, ofPage] of Map.groupBy(lines, line => line.pageId)) {
    const [first] = ofPage
    if (!first) continue
    const versions = ofPage.flatMap(line => line.versions ?? [])
    const [from, to] = [Math.min(...versions) - 1, Math.max(...versions)]
    const isChanged = versions.length > 0 && from > 0
    parts.push({
      title: first.pageTitle,
      spaceName: first.space.name,
      lines: ofPage,
      difference: isChanged ? await differenceOf(app, pageId, from, to) : undefined,
      comparison: isChanged ? comparePath(String(pageId), from, to) : undefined,
    })
  }
  return parts
}

/**
 * The subject of a part in one line: its sentence of the kind that concerns the receiver most, and how many more follow.
 */
function headline(t: Translate, part: Part): string {
  const { lines } = part
  const [lead] = lines.toSorted((one, other) => one.kind.rank - other.kind.rank)
  const sentence = lead?.sentence ?? part.title
  return lines.length > 1 ? t('{{sentence}} and {{count}} more', { sentence, count: lines.length - 1 }) : sentence
}

function plainText({ t, base, parts, ...end }: MailContent): string {
  const blocks = parts.flatMap(part => [
    ...part.lines.map(({ sentence, url, text }) =>
      [sentence, `${base}${url}`, ...(text === '' ? [] : ['', quoted(text)])].join('\n'),
    ),
    ...(part.difference
      ? [
          part.difference.lines
            .map(line => `  ${line.map(plainRun).join('')}`)
            .concat(part.difference.isCut ? ['  …'] : [])
            .join('\n'),
        ]
      : []),
    ...(part.comparison === undefined ? [] : [`${t('All changes')}: ${base}${part.comparison}`]),
  ])
  return [...blocks.filter(block => block !== ''), plainFoot({ t, base, ...end })].join('\n\n')
}

const quoted = (text: string) =>
  text
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')

/** As `wdiff` marks words. */
function plainRun({ kind, text }: Run): string {
  return kind === 'ins' ? `{+${text}+}` : kind === 'del' ? `[-${text}-]` : text
}

// Mail programs know neither style sheets nor variables, and many change colours in the dark: only what must be
// distinct has any, text and ground together.
const STYLE = {
  body: 'margin:0;padding:16px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5',
  column: 'max-width:600px;margin:0 auto',
  title: 'margin:24px 0 8px;font-size:18px;line-height:1.3',
  space: 'margin:0 0 12px;font-size:13px;opacity:.75',
  quote: 'margin:4px 0 12px;padding:4px 0 4px 12px;border-left:3px solid #8a8f98;white-space:pre-wrap',
  change: 'margin:0;padding:3px 0 3px 12px;border-left:3px solid #8a8f98;white-space:pre-wrap',
  ins: 'background:#d9f2dc;color:#0f3d17;text-decoration:underline',
  del: 'background:#fbdedb;color:#66140d;text-decoration:line-through',
  foot: 'margin-top:32px;padding-top:12px;border-top:1px solid #8a8f98;font-size:13px',
} as const

function markup({ t, base, parts, why, stop, unsubscribe }: MailContent, locale: string): Markup {
  return html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${t('Notifications')}</title></head>
<body style="${STYLE.body}"><div style="${STYLE.column}">
${parts.map(part => partMarkup(t, base, part))}
<div style="${STYLE.foot}"><p style="margin:0 0 4px">${why}</p>
<p style="margin:0"><a href="${unsubscribe}">${stop}</a> · <a href="${base}${NOTIFICATION_SETTINGS_PATH}">${t('Notification settings')}</a></p></div>
</div></body></html>
`
}

function partMarkup(t: Translate, base: string, part: Part): Markup {
  const { difference, comparison, lines } = part
  return html`<h2${inDirection(STYLE.title, part.title)}><a href="${base}${lines.at(-1)?.url}">${part.title}</a></h2>
<p${inDirection(STYLE.space, part.spaceName)}>${part.spaceName}</p>
${lines.map(
  ({ sentence, url, text }) =>
    html`<p${inDirection('margin:0 0 8px', sentence)}><a href="${base}${url}">${sentence}</a></p>
${text !== '' && html`<blockquote${inDirection(STYLE.quote, text)}>${text}</blockquote>`}`,
)}
${difference?.lines.map(
  line => html`<p${inDirection(STYLE.change, line.map(({ text }) => text).join(''))}>${line.map(runMarkup)}</p>`,
)}
${difference?.isCut && html`<p style="${STYLE.change}">…</p>`}
${comparison !== undefined && html`<p style="margin:8px 0 0"><a href="${base}${comparison}">${t('All changes')}</a></p>`}`
}

/**
 * Attributes of a block: its style and the direction of its text. Mail programs do not know `dir="auto"`, nor sides that
 * follow the direction.
 */
function inDirection(style: string, text: string): Markup {
  if (textDirection(text) !== 'rtl') return html` style="${style}"`
  const mirrored = style.replace('border-left:', 'border-right:').replace(/(padding:\S+) 0 (\S+) 12px/, '$1 12px $2 0')
  return html` dir="rtl" style="${mirrored}"`
}

function runMarkup({ kind, text }: Run): Markup {
  if (kind === 'ins') return html`<ins style="${STYLE.ins}">${text}</ins>`
  if (kind === 'del') return html`<del style="${STYLE.del}">${text}</del>`
  return html`${text}`
}
