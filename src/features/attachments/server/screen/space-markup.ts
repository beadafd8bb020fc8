/** Files of a space as markup; SpaceAttachmentsScreen of the browser draws the same: change both. */
import type { ResponseOf } from '#platform/contract.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { personMarkup, time } from '#features/page-tools/server/index.ts'
import { sizeText } from '../../sizes.ts'
import {
  type listSpaceAttachments, SPACE_ATTACHMENTS_PATH, type SpaceAttachment, type SpaceAttachmentsFilter, spaceAttachmentsHref,
} from '../../space-contract.ts'
import { say } from '../../words.ts'
import { fileLink, picture } from './markup.ts'

/** The files of a space, and a form that filters them. The browser draws the same: `web/SpaceAttachmentsScreen.tsx`. */
export function spaceAttachmentsMarkup(list: ResponseOf<typeof listSpaceAttachments>, filter: SpaceAttachmentsFilter, locale: string): Markup {
  const { space, results, nextCursor } = list
  const isFiltered = filter.fileExtension !== undefined || filter.label !== undefined
  const input = (name: string, label: string, value = '') =>
    html`<label class="ox-files-field"><span>${say(locale, label)}</span><input class="ox-input" name="${name}" value="${value}" maxlength="${name === 'label' ? 255 : 30}"></label>`
  return html`<form class="ox-files-filter" method="get" action="${SPACE_ATTACHMENTS_PATH}" role="search"><input type="hidden" name="key" value="${space.key}">${
    input('fileExtension', 'File extension', filter.fileExtension)}${input('label', 'Label', filter.label)}<button type="submit" class="ox-button">${say(locale, 'Filter')}</button>${
    isFiltered && html`<a href="${spaceAttachmentsHref(space.key)}">${say(locale, 'Show all')}</a>`}</form>${results.length === 0
    ? html`<p class="ox-hint ox-attachments-none">${say(locale, isFiltered ? 'No file is like that.' : 'There are no files in this space yet.')}</p>`
    : html`<div class="ox-list-scroll"><table class="ox-list ox-space-files" aria-label="${say(locale, 'Attachments')}"><thead><tr><th scope="col">${say(locale, 'File')}</th><th scope="col" data-align="end">${say(locale, 'Size')}</th><th scope="col">${say(locale, 'Attached to')}</th><th scope="col">${say(locale, 'Changed by')}</th><th scope="col">${say(locale, 'Changed')}</th></tr></thead><tbody>${
      results.map(file => row(file, space.key, filter, locale))}</tbody></table></div>`}${
    nextCursor !== null && html`<p class="ox-more"><a href="${spaceAttachmentsHref(space.key, filter)}&cursor=${encodeURIComponent(nextCursor)}">${say(locale, 'Next')}</a></p>`}`
}

function row(file: SpaceAttachment, spaceKey: string, filter: SpaceAttachmentsFilter, locale: string): Markup {
  const labels = file.labels.map(label => html`<a class="ox-file-label" href="${spaceAttachmentsHref(spaceKey, { ...filter, label })}">${label}</a>`)
  return html`<tr data-linked-resource-id="${file.id}" data-attachment-filename="${file.name}"><th scope="row"><div class="ox-file">${picture(file)}<div>${fileLink(file)}${
    file.comment && html`<span class="ox-hint comment">${file.comment}</span>`}${labels.length > 0 && html`<span class="ox-file-labels">${labels}</span>`}</div></div></th><td data-align="end">${sizeText(file.size)}</td><td><a href="${file.page.url}">${file.page.title}</a></td><td>${personMarkup(file.author, locale)}</td><td>${time(file.at, locale)}</td></tr>`
}
