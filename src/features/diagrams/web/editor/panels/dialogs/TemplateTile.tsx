import { use, useMemo, type ComponentProps } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { blank, wordsOf, type Template, type Translate } from '#diagrams/operations/templates/templates.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { useSeen } from '../library/useSeen.ts'
import { SvgPicture } from '../parts/SvgPicture.tsx'
import { ROVING } from '../parts/useRoving.ts'
import './dialogs.css'

export type Offered = Pick<Template, 'id' | 'name' | 'build'>
export const BLANK: Offered = { id: 'blank', name: 'Blank page', build: blank }

/** The templates' own texts, separate from those of the interface. */
const words = wordsOf(locale())

/** Translates templates; suspends until their texts are loaded. */
export function useTemplateWords(): Translate {
  return use(words)
}

/** A template as a button with its picture and name. */
export function TemplateTile({ template, ...props }: { template: Offered } & ComponentProps<'button'>) {
  const [box, isSeen] = useSeen<HTMLSpanElement>()
  return (
    <button type="button" className="ox-de-template" {...props} {...ROVING}>
      <span ref={box} className="ox-de-template-picture" aria-hidden="true">
        {isSeen && <Picture template={template} />}
      </span>
      <span>{t(template.name)}</span>
    </button>
  )
}

function Picture({ template }: { template: Offered }) {
  const translate = useTemplateWords()
  const svg = useMemo(() => renderDiagram(template.build(translate), { margin: 16 }).svg, [template, translate])
  return <SvgPicture svg={svg} label="" />
}
