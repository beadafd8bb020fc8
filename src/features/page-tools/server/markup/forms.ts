/** Copy, move and delete without script. */
import { html, type Markup } from '#platform/server/http/markup.ts'
import type { PageHead } from '../../contract.ts'
import { say } from '../../words.ts'

type FormMarkup = (head: PageHead, locale: string, token: string) => Markup

function form(action: string, token: string, fields: Markup, submit: string, cancel: { href: string; label: string }): Markup {
  return html`<form class="ox-tool-form" method="post" action="${action}"><input type="hidden" name="atl_token" value="${token}">${fields}<p class="ox-tool-buttons"><button type="submit" class="ox-button" data-primary>${submit}</button> <a href="${cancel.href}">${cancel.label}</a></p></form>`
}

function field(name: string, label: string, value: string, hint?: string): Markup {
  return html`<p><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" maxlength="255" class="ox-input">${hint && html`<small class="ox-hint">${hint}</small>`}</p>`
}

function check(name: string, label: string, on: boolean): Markup {
  return html`<p><label><input type="checkbox" name="${name}" value="true"${on ? html` checked` : ''}> ${label}</label></p>`
}

const place = (head: PageHead, locale: string, parent: string) => html`${field('spaceKey', say(locale, 'Space key'), head.space.key)}${
  field('parentTitle', say(locale, 'Parent page'), parent, say(locale, 'Title of the page above; empty for the top of the space.'))}`

export const copyForm: FormMarkup = (head, locale, token) =>
  form('/pages/docopypage.action', token, html`<input type="hidden" name="idOfPageToCopy" value="${head.id}">${
    field('title', say(locale, 'Title of the copy'), say(locale, 'Copy of {{title}}', { title: head.title }).slice(0, 255))}${place(head, locale, head.ancestors.at(-1)?.title ?? '')}${
    check('attachments', say(locale, 'Attachments'), true)}${check('labels', say(locale, 'Labels'), true)}${
    head.childCount > 0 && check('hierarchy', say(locale, 'Child pages'), false)}`, say(locale, 'Copy'), { href: head.url, label: say(locale, 'Cancel') })

export const moveForm: FormMarkup = (head, locale, token) =>
  form('/pages/domovepage.action', token, html`<input type="hidden" name="pageId" value="${head.id}">${place(head, locale, head.ancestors.at(-1)?.title ?? '')}`,
    say(locale, 'Move'), { href: head.url, label: say(locale, 'Cancel') })

export const removeForm: FormMarkup = (head, locale, token) =>
  form('/pages/doremovepage.action', token, html`<input type="hidden" name="pageId" value="${head.id}"><p>${
    say(locale, '“{{title}}” goes to the trash, from where a space administrator can restore it.', { title: head.title })}</p>${
    head.childCount > 0 && html`<p class="ox-hint">${say(locale, 'Pages directly below move up one level, unless they are deleted too.')}</p>${check('hierarchy', say(locale, 'Also delete everything below this page'), false)}`}`,
    say(locale, 'Delete'), { href: head.url, label: say(locale, 'Cancel') })
