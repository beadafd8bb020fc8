/** The sidebar of a space as markup; SpaceSidebar of the browser draws the same elements: change both. */
import { createPath } from '#platform/create-path.ts'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { languageTag } from '#platform/server/language.ts'
import { iconSvg } from '#platform/icons.ts'
import type { PageTree, PageTreeNode, SpaceSidebarView } from '../../view-contract.ts'
import { say } from '../../words.ts'
import { sidebarParts, type SidebarPlace } from './sidebar-parts.ts'

interface Shown {
  /** The page that is read. */
  currentId?: string | undefined
  place?: SidebarPlace
  /** Path of the document. */
  path?: string
}

/** The space's name, what features add, and the tree as nested links, open at the page. */
export function spaceSidebar(ctx: Context, view: SpaceSidebarView, { currentId, place, path }: Shown = {}): Markup {
  const { space } = view
  const locale = languageTag(ctx.locale)
  const mayConfigure = view.canAdminister && !isReadOnly(ctx.app)
  const parts = ctx.app.extensions.all(sidebarParts)
    .map(part => part.markup(view.parts[part.name], { view, mayConfigure, locale, currentId, place, path }))
  const navigation = parts.find(part => part.navigation !== undefined)?.navigation
  return html`<div class="ox-space"><div class="ox-space-head"><a class="ox-space-link" href="${space.url}"><img class="ox-space-icon" src="${space.iconUrl}" alt="" width="24" height="24"><span class="ox-space-name">${space.name}</span></a>${view.canAdminister && html`<span class="ox-space-handle"></span>`}<span class="ox-space-star"></span></div>${
    parts.map(part => part.links)}${navigation ?? treeMarkup(view, currentId, locale)}${parts.map(part => part.tools)}${oldTreeFields(view, currentId)}</div>`
}

function treeMarkup(tree: PageTree, currentId: string | undefined, locale: string): Markup {
  const create = createPath('page', tree.space.key, currentId)
  return html`<div class="ox-tree-head"><span>${say(locale, 'Pages')}</span>${
    tree.canCreate && html`<a class="ox-icon-button ox-tree-add" href="${create}" aria-label="${say(locale, 'Create page')}">${trusted(iconSvg('plus', 16))}</a>`}</div><nav class="ox-space-tree" aria-label="${say(locale, 'Pages')}">${nodes(tree, currentId, locale)}</nav>`
}

function nodes(tree: PageTree, currentId: string | undefined, locale: string): Markup | '' {
  const levels = new Map(tree.levels.map(({ parent, nodes, far }) => [parent, [...nodes, ...(far?.nodes ?? [])]]))
  const list = (parent: string | null, depth: number): Markup | '' => {
    const level = levels.get(parent)
    if (!level || level.length === 0) return ''
    return html`<ul class="ox-tree-static">${level.map(node => html`<li>${row(node, depth, levels.has(node.id), currentId, locale)}${list(node.id, depth + 1)}</li>`)}</ul>`
  }
  return list(null, 0)
}

function row(node: PageTreeNode, depth: number, isOpen: boolean, currentId: string | undefined, locale: string): Markup {
  const state = node.hasChildren ? (isOpen ? 'open' : 'closed') : 'leaf'
  return html`<a class="ox-tree-row" style="--depth:${depth}" href="${node.url}"${node.id === currentId ? html` aria-current="page"` : ''}><span class="ox-tree-chevron" data-state="${state}" aria-hidden="true">${
    trusted(state === 'leaf' ? '<i></i>' : '<b></b>')}</span><span class="ox-tree-label">${node.title}</span>${
    node.restricted && html`<span class="ox-tree-lock" title="${say(locale, 'Restricted')}">${trusted(iconSvg('lock', 12))}<span class="ox-visually-hidden">, ${say(locale, 'Restricted')}</span></span>`}</a>`
}

/** What programs written for the old product read of the tree. */
function oldTreeFields(tree: PageTree, currentId: string | undefined): Markup {
  const ancestors = tree.levels.flatMap(level => level.parent !== null && level.parent !== currentId ? [level.parent] : [])
  return html`<fieldset class="hidden" hidden><input type="hidden" name="treeRequestId" value="/plugins/pagetree/naturalchildren.action?decorator=none&excerpt=false&sort=position&reverse=false&disableLinks=false&expandCurrent=true"><input type="hidden" name="treePageId" value="${currentId ?? ''}"><input type="hidden" name="noRoot" value="false"><input type="hidden" name="rootPageId" value="${tree.space.homePageId ?? ''}"><input type="hidden" name="rootPage" value=""><input type="hidden" name="startDepth" value="0"><input type="hidden" name="spaceKey" value="${tree.space.key}">${
    ancestors.map(id => html`<input type="hidden" name="ancestorId" value="${id}">`)}</fieldset>`
}
