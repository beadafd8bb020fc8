/** The sidebar of a space as markup; SpaceSidebar of the browser draws the same elements: change both. */
import { frameIconSvg } from '#platform/frame-icons.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { pageIconSvg } from '../../page-icons.ts'
import type { PageTree, PageTreeNode } from '../../view-contract.ts'
import { say } from '../../words.ts'

/** The space's name and the tree as nested links, open at the page. */
export function spaceSidebar(tree: PageTree, currentId: string | undefined, locale: string): Markup {
  const { space } = tree
  const create = `/pages/createpage.action?spaceKey=${encodeURIComponent(space.key)}${currentId ? `&fromPageId=${currentId}` : ''}`
  return html`<div class="ox-space"><div class="ox-space-head"><a class="ox-space-link" href="${space.url}"><img class="ox-space-icon" src="${space.iconUrl}" alt="" width="24" height="24"><span class="ox-space-name">${space.name}</span></a><span class="ox-space-star"></span></div><div class="ox-tree-head"><span>${say(locale, 'Pages')}</span>${
    tree.canCreate && html`<a class="ox-icon-button ox-tree-add" href="${create}" aria-label="${say(locale, 'Create page')}">${trusted(pageIconSvg('plus', 16))}</a>`}</div><nav class="ox-space-tree" aria-label="${say(locale, 'Pages')}">${nodes(tree, currentId)}</nav>${oldTreeFields(tree, currentId)}</div>`
}

function nodes(tree: PageTree, currentId: string | undefined): Markup | '' {
  const levels = new Map(tree.levels.map(level => [level.parent, level.nodes]))
  const list = (parent: string | null, depth: number): Markup | '' => {
    const level = levels.get(parent)
    if (!level || level.length === 0) return ''
    return html`<ul class="ox-tree-static">${level.map(node => html`<li>${row(node, depth, levels.has(node.id), currentId)}${list(node.id, depth + 1)}</li>`)}</ul>`
  }
  return list(null, 0)
}

function row(node: PageTreeNode, depth: number, isOpen: boolean, currentId: string | undefined): Markup {
  const state = node.hasChildren ? (isOpen ? 'open' : 'closed') : 'leaf'
  return html`<a class="ox-tree-row" style="--depth:${depth}" href="${node.url}"${node.id === currentId ? html` aria-current="page"` : ''}><span class="ox-tree-chevron" data-state="${state}" aria-hidden="true">${
    state === 'leaf' ? html`<i></i>` : trusted(frameIconSvg('chevron', 16))}</span><span class="ox-tree-label">${node.title}</span></a>`
}

/** What programs written for the old product read of the tree. */
function oldTreeFields(tree: PageTree, currentId: string | undefined): Markup {
  const ancestors = tree.levels.flatMap(level => level.parent !== null && level.parent !== currentId ? [level.parent] : [])
  return html`<fieldset class="hidden" hidden><input type="hidden" name="treeRequestId" value="/plugins/pagetree/naturalchildren.action?decorator=none&excerpt=false&sort=position&reverse=false&disableLinks=false&expandCurrent=true"><input type="hidden" name="treePageId" value="${currentId ?? ''}"><input type="hidden" name="noRoot" value="false"><input type="hidden" name="rootPageId" value="${tree.space.homePageId ?? ''}"><input type="hidden" name="rootPage" value=""><input type="hidden" name="startDepth" value="0"><input type="hidden" name="spaceKey" value="${tree.space.key}">${
    ancestors.map(id => html`<input type="hidden" name="ancestorId" value="${id}">`)}</fieldset>`
}
