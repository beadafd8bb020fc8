/** Templates by category, and a blank page. */
import type { DiagramDocument } from '../../model/document.ts'
import { Drawing, type Translate } from './drawing.ts'
import * as flowcharts from './flowcharts.ts'
import * as network from './network.ts'
import * as org from './org.ts'
import * as software from './software.ts'
import * as uml from './software-uml.ts'

export type { Translate } from './drawing.ts'

export const TEMPLATE_CATEGORIES = ['flowchart', 'org', 'network', 'software'] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]

export interface Template {
  /** `<category>.<name>`; used in links, never renamed. */
  id: string
  category: TemplateCategory
  /** English; goes through i18n. */
  name: string
  /**
   * A new document.
   * @param translate default English
   */
  build(translate?: Translate): DiagramDocument
}

const unchanged: Translate = english => english

/**
 * Translations of templates, loaded only when one is used; English where there are none.
 * @param language such as `de`
 */
export async function wordsOf(language: string): Promise<Translate> {
  if (language.split('-', 1)[0] !== 'de') return unchanged
  const { default: words } = await import('./de.json', { with: { type: 'json' } })
  const german = new Map(Object.entries(words))
  return english => german.get(english) ?? english
}

function template(id: string, category: TemplateCategory, name: string, draw: (drawing: Drawing) => void): Template {
  return {
    id: `${category}.${id}`,
    category,
    name,
    build(translate = unchanged) {
      const drawing = new Drawing(name, translate)
      draw(drawing)
      return drawing.document()
    },
  }
}

/** In display order. */
export const templates: readonly Template[] = [
  template('process', 'flowchart', 'Simple process', flowcharts.process),
  template('approval', 'flowchart', 'Approval', flowcharts.approval),
  template('troubleshooting', 'flowchart', 'Troubleshooting', flowcharts.troubleshooting),
  template('data-processing', 'flowchart', 'Data processing', flowcharts.dataProcessing),
  template('hierarchy', 'org', 'Organisation chart', org.hierarchy),
  template('project-team', 'org', 'Project team', org.projectTeam),
  template('matrix', 'org', 'Matrix organisation', org.matrix),
  template('swimlanes', 'org', 'Process with roles', org.swimlanes),
  template('responsibilities', 'org', 'Responsibilities (RACI)', org.responsibilities),
  template('small-office', 'network', 'Small office network', network.smallOffice),
  template('three-tiers', 'network', 'Three-tier web application', network.threeTiers),
  template('sites', 'network', 'Sites joined by VPN', network.sites),
  template('cloud', 'network', 'Virtual private cloud', network.cloud),
  template('flowchart', 'software', 'Flowchart', software.flowchart),
  template('classes', 'software', 'Class diagram', uml.classes),
  template('sequence', 'software', 'Sequence diagram', uml.sequence),
  template('entities', 'software', 'Entity-relationship model', uml.entities),
  template('states', 'software', 'State machine', uml.states),
  template('containers', 'software', 'Software containers (C4)', software.containers),
  template('deployment', 'software', 'Deployment', software.deployment),
]

export const templatesOf = (category: TemplateCategory): Template[] =>
  templates.filter(one => one.category === category)

/** An empty page in a size that fits most wiki pages. */
export function blank(translate: Translate = unchanged): DiagramDocument {
  const document = new Drawing('Page 1', translate).document()
  return { ...document, pages: document.pages.map(page => ({ ...page, width: 800, height: 600 })) }
}
