import { html, type Markup } from '#platform/server/http/markup.ts'
import { whenExactly, whenWords } from '#features/content/server/index.ts'
import type { PersonView } from '#features/content/contract.ts'
import { say } from '../../words.ts'

/** A moment as people say it, exact on hover. */
export function time(iso: string, locale: string): Markup {
  return html`<time datetime="${iso}" title="${whenExactly(iso, locale)}">${whenWords(iso, Date.now(), locale)}</time>`
}

/** Face and name, linked to the profile where the reader may view it. */
export function personMarkup(person: PersonView | null, locale: string): Markup {
  if (!person) return html`<span class="ox-person">${say(locale, 'Anonymous')}</span>`
  const name = person.profileUrl === undefined
    ? html`<span>${person.displayName}</span>`
    : html`<a class="confluence-userlink" data-username="${person.username}" href="${person.profileUrl}">${person.displayName}</a>`
  return html`<span class="ox-person"><img class="ox-face" src="${person.avatarUrl}" alt="" width="20" height="20">${name}</span>`
}
