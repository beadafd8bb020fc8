/** Comments as markup, for readers without script; CommentSection of the browser draws the same elements: change both. */
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { commentPath } from '#features/content/address-contract.ts'
import { whenExactly, whenWords } from '#features/content/server/index.ts'
import { threadsOf, titleOf, type Thread } from '../../threads.ts'
import type { Threads } from '../../view-contract.ts'
import { say } from '../../words.ts'

export interface CommentsPart extends Omit<Threads, '_links'> {
  pageId: string
  more: boolean
}

/** The comments below a page, with forms that need no script. The browser draws the same: `web/CommentSection.tsx`. */
export function commentsMarkup(part: CommentsPart, locale: string, token: string): Markup {
  const { text, values } = titleOf(part.total)
  const title = part.total === 0 ? say(locale, 'Comments') : say(locale, text, values)
  return html`<section id="comments-section" class="ox-comments" aria-labelledby="comments-section-title"><h2 id="comments-section-title" class="section-title">${title}</h2><ol id="page-comments" class="ox-comment-list">${
    threadsOf(part.results).map(thread => item(thread, part.pageId, locale))}</ol>${part.mayComment && form(part.pageId, locale, token)}</section>`
}

function item({ comment, answers }: Thread, pageId: string, locale: string): Markup {
  const { author } = comment
  return html`<li class="ox-comment-thread"><article id="comment-${comment.id}" class="ox-comment comment"><img class="ox-comment-face" src="${author?.avatarUrl ?? '/images/icons/profilepics/default.svg'}" alt="" width="32" height="32"><div class="ox-comment-main"><header class="ox-comment-head">${
    author?.profileUrl === undefined
      ? html`<span class="author">${author?.displayName ?? say(locale, 'Anonymous')}</span>`
      : html`<a class="url fn confluence-userlink author" data-username="${author.username}" href="${author.profileUrl}">${author.displayName}</a>`
  } <a class="ox-comment-when" href="${commentPath(pageId, comment.id)}" title="${whenExactly(comment.createdAt, locale)}"><time datetime="${comment.createdAt}">${whenWords(comment.createdAt, Date.now(), locale)}</time></a>${
    comment.version > 1 && html` <span class="ox-comment-when">${say(locale, '(edited)')}</span>`}</header><div class="ox-comment-body ox-article wiki-content">${trusted(comment.html)}</div></div></article>${
    answers.length > 0 && html`<ol class="ox-comment-list">${answers.map(answer => item(answer, pageId, locale))}</ol>`}</li>`
}

function form(pageId: string, locale: string, token: string): Markup {
  return html`<form class="ox-comment-form quick-comment-prompt" method="post" action="/pages/doaddcomment.action?pageId=${pageId}"><input type="hidden" name="atl_token" value="${token}"><input type="hidden" name="plain" value="true"><textarea name="content" class="ox-comment-text" rows="2" maxlength="100000" required aria-label="${say(locale, 'Write a comment…')}" placeholder="${say(locale, 'Write a comment…')}"></textarea><p><button type="submit" id="rte-button-publish" class="ox-button">${say(locale, 'Comment')}</button></p></form>`
}
