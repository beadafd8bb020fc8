/** Two versions in one text, for readers without script; CompareScreen of the browser adds the view side by side. */
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import type { Comparison } from '#features/content/contract.ts'
import type { PageHead, VersionHead } from '../../contract.ts'
import { versionPath } from '../../tools.ts'
import { say } from '../../words.ts'
import { personMarkup, time } from './common.ts'

/** Two versions in one text. The browser draws the same: `web/compare/CompareScreen.tsx`. */
export function compareMarkup(head: PageHead, { from, to, inline, complete }: Comparison, locale: string): Markup {
  const side = (version: VersionHead) => html`<div class="ox-compare-side"><strong><a href="${versionPath(head, version.number)}">${say(locale, 'Version {{number}}', { number: version.number })}</a></strong>${personMarkup(version.author, locale)}${time(version.at, locale)}${version.message && html`<p class="ox-compare-comment">${version.message}</p>`}</div>`
  return html`<div class="ox-compare-heads">${side(from)}${side(to)}</div>${
    !complete && html`<p class="ox-hint">${say(locale, 'These versions are too long or too different to compare word by word: the newer one is shown.')}</p>`}${
    from.title !== to.title && html`<p class="ox-compare-title"><del>${from.title}</del> <ins>${to.title}</ins></p>`}<div class="ox-compare" data-view="inline"><div class="ox-article wiki-content">${trusted(inline)}</div></div>`
}
