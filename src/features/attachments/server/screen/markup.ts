/** Attachments of a page as markup; AttachmentsScreen of the browser draws the same table: change both. */
import { lineIconSvg } from '#platform/icons.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { personMarkup, time, type ListPage } from '#features/page-tools/server/index.ts'
import { fileIconOf, fileIcons } from '../../file-icons.ts'
import { sizeText } from '../../sizes.ts'
import type { AttachmentView } from '../../view-contract.ts'
import { say } from '../../words.ts'

export interface Shown {
  pageId: string
  page: ListPage<AttachmentView> & { mayAttach: boolean; maxSize: number }
  locale: string
  token: string
}

/** The files of a page with a form to attach more. The browser draws the same: `web/AttachmentsScreen.tsx`. */
export function attachmentsMarkup({ pageId, page, locale, token }: Shown): Markup {
  const none = page.results.length === 0 && page.start === 0
  return html`${page.mayAttach && form(pageId, locale, token, page.maxSize)}${none
    ? html`<p class="ox-hint ox-attachments-none">${say(locale, 'There are currently no attachments on this page.')}</p>`
    : html`<div class="ox-list-scroll"><table id="attachments" class="ox-list ox-attachments" aria-label="${say(locale, 'Attachments')}"><thead><tr><th scope="col">${say(locale, 'File')}</th><th scope="col" data-align="end">${say(locale, 'Size')}</th><th scope="col">${say(locale, 'Version')}</th><th scope="col">${say(locale, 'Changed by')}</th><th scope="col">${say(locale, 'Changed')}</th></tr></thead><tbody>${
      page.results.map(file => row(file, locale))}</tbody></table></div>`}${
    page._links.next && html`<p class="ox-more"><a href="/pages/viewpageattachments.action?pageId=${pageId}&start=${page.start + page.limit}">${say(locale, 'Next')}</a></p>`}`
}

function form(pageId: string, locale: string, token: string, maxSize: number): Markup {
  return html`<form class="ox-upload-form" method="post" action="/pages/doattachfile.action?pageId=${pageId}" enctype="multipart/form-data"><input type="hidden" name="atl_token" value="${token}"><label for="file_0">${say(locale, 'Upload file')}</label><input id="file_0" type="file" name="file_0" multiple required><input class="ox-input" name="comment_0" maxlength="2000" aria-label="${say(locale, 'Comment')}" placeholder="${say(locale, 'Comment')}"><button class="ox-button" type="submit" name="confirm" value="Attach">${say(locale, 'Attach more files')}</button><small class="ox-hint">${say(locale, 'Up to {{size}} each.', { size: sizeText(maxSize) })}</small></form>`
}

function row(file: AttachmentView, locale: string): Markup {
  return html`<tr id="attachment_${file.id}" class="attachment-row" data-linked-resource-id="${file.id}" data-linked-resource-version="${file.version}" data-attachment-filename="${file.name}"><th scope="row"><div class="ox-file">${picture(file)}<div>${fileLink(file)}${file.comment && html`<span class="ox-hint comment">${file.comment}</span>`}</div></div></th><td data-align="end">${sizeText(file.size)}</td><td>v. ${file.version}</td><td>${personMarkup(file.author, locale)}</td><td>${time(file.at, locale)}</td></tr>`
}

/** A file's name, which leads to where it is shown. */
export function fileLink({ name, viewUrl, downloadUrl }: Pick<AttachmentView, 'name' | 'viewUrl' | 'downloadUrl'>): Markup {
  return viewUrl === null ? html`<a class="filename" href="${downloadUrl}" data-native>${name}</a>` : html`<a class="filename" href="${viewUrl}">${name}</a>`
}

/** A picture made small, or the icon of the type of file. */
export function picture(file: Pick<AttachmentView, 'thumbnailUrl' | 'niceType'>): Markup {
  if (file.thumbnailUrl) return html`<img class="ox-file-picture" src="${file.thumbnailUrl}" alt="" width="36" height="36" loading="lazy">`
  return html`<span class="ox-file-picture" title="${file.niceType}">${trusted(lineIconSvg(fileIcons[fileIconOf(file.niceType)]))}</span>`
}
