import { Section } from './Section.tsx'
import css from './styleguide.module.css'

const COLOURS = [
  'bg',
  'surface-sunken',
  'surface-raised',
  'surface-hover',
  'text',
  'text-muted',
  'text-subtle',
  'border',
  'border-strong',
  'accent',
  'accent-subtle',
  'info',
  'success',
  'warning',
  'danger',
  'mark',
]

export function TokensSection() {
  return (
    <Section title="Colours">
      <div className={css.swatches}>
        {COLOURS.map(name => (
          <div key={name} className={css.swatch}>
            <i style={{ background: `var(--ox-${name})` }} />
            {name}
          </div>
        ))}
      </div>
    </Section>
  )
}
