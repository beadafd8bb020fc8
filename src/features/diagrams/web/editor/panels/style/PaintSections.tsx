import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { Fill } from '#diagrams/model/document.ts'
import { useEditor } from '../../store/useEditor.ts'
import { changeSelected } from '../change-selected.ts'
import { ColourField } from '../parts/ColourField.tsx'
import { Fold } from '../parts/Fold.tsx'
import { NumberBox } from '../parts/NumberBox.tsx'
import { Pictures } from '../parts/Pictures.tsx'
import { Slider } from '../parts/Slider.tsx'
import { Toggles } from '../parts/Toggles.tsx'
import { arrowOptions, dashOptions, FillIcon, RouteIcon } from './line-pictures.tsx'
import { LOOKS } from './looks.ts'
import { setStyle } from './set-style.ts'
import { DASHES, type SharedStyle } from './shared.ts'
import { Row } from '../parts/Row.tsx'

/** Preset colour combinations. */
export function LooksSection({ style }: { style: SharedStyle }) {
  const editor = useEditor()
  const held = (look: (typeof LOOKS)[number]) =>
    style.stroke?.value === look.line &&
    (!style.fillKind ||
      (look.fill.kind === 'solid' ? style.fill?.value === look.fill.colour : style.fillKind.value === 'none'))
  return (
    <div className="ox-de-looks" role="group" aria-label={t('Looks')}>
      {LOOKS.map(look => (
        <button
          key={look.name}
          type="button"
          aria-label={t(look.name)}
          title={t(look.name)}
          aria-pressed={held(look)}
          style={{
            '--fill': look.fill.kind === 'solid' ? look.fill.colour : 'transparent',
            '--line': look.line,
            '--text': look.text,
          }}
          onClick={() =>
            setStyle(editor, 'Look', { fill: look.fill, stroke: { colour: look.line }, text: { colour: look.text } })
          }
        >
          <span aria-hidden="true">A</span>
        </button>
      ))}
    </div>
  )
}

/** Fill: none, solid or gradient. */
export function FillSection({ style }: { style: SharedStyle }) {
  const editor = useEditor()
  if (!style.fillKind) return null
  const kind = style.fillKind.value
  const from = style.fill?.value ?? '#ffffff'
  const to = style.fillTo?.value ?? '#cfcac2'
  const angle = style.fillAngle?.value ?? 90
  const set = (fill: Fill, isSliding = false) => setStyle(editor, 'Fill', { fill }, isSliding)
  const become = (next: Fill['kind']) =>
    set(next === 'none' ? { kind: next } : next === 'solid' ? { kind: next, colour: from } : { kind: next, from, to })
  return (
    <Fold name="style.fill" title={t('Fill')}>
      <Row label={t('Kind')}>
        <Toggles
          label={t('Kind of fill')}
          pressed={kind ? [kind] : []}
          onPress={become}
          options={[
            { id: 'none', label: t('No fill'), icon: <FillIcon kind="none" /> },
            { id: 'solid', label: t('One colour'), icon: <FillIcon kind="solid" /> },
            { id: 'gradient', label: t('Gradient'), icon: <FillIcon kind="gradient" /> },
          ]}
        />
      </Row>
      {style.fill && kind !== 'gradient' && (
        <Row label={t('Colour')}>
          <ColourField
            label={t('Fill')}
            value={style.fill.value}
            onChange={(colour, isSliding) => colour !== 'none' && set({ kind: 'solid', colour }, isSliding)}
          />
        </Row>
      )}
      {kind === 'gradient' && (
        <>
          <Row label={t('From')}>
            <ColourField
              label={t('Gradient from')}
              value={style.fill?.value ?? null}
              onChange={(colour, isSliding) => colour !== 'none' && set({ kind, from: colour, to, angle }, isSliding)}
            />
          </Row>
          <Row label={t('To')}>
            <ColourField
              label={t('Gradient to')}
              value={style.fillTo?.value ?? null}
              onChange={(colour, isSliding) => colour !== 'none' && set({ kind, from, to: colour, angle }, isSliding)}
            />
          </Row>
          <Slider
            label={t('Angle')}
            min={0}
            max={360}
            step={15}
            unit="°"
            value={style.fillAngle?.value ?? null}
            onChange={value => set({ kind, from, to, angle: value }, true)}
          />
        </>
      )}
    </Fold>
  )
}

/** Colour, width and dashes of outlines and connectors. */
export function LineSection({ style }: { style: SharedStyle }) {
  const editor = useEditor()
  if (!style.stroke) return null
  return (
    <Fold name="style.line" title={t('Line')}>
      <Row label={t('Colour')}>
        <ColourField
          label={t('Line')}
          canBeNone={!style.route}
          value={style.stroke.value}
          onChange={(colour, isSliding) => setStyle(editor, 'Line', { stroke: { colour } }, isSliding)}
        />
      </Row>
      <Row label={t('Width')}>
        <NumberBox
          label={t('Width of the line')}
          min={0.25}
          max={100}
          step={0.5}
          value={style.strokeWidth?.value ?? null}
          onChange={(width, isSliding) => setStyle(editor, 'Line width', { stroke: { width } }, isSliding)}
        />
        <Pictures
          label={t('Kind of line')}
          columns={2}
          options={dashOptions(style.dash?.value ?? null)}
          value={style.dash?.value ?? null}
          onChange={name => {
            if (name !== 'other')
              setStyle(editor, 'Kind of line', { stroke: { dash: DASHES[name] ? [...DASHES[name]] : undefined } })
          }}
        />
      </Row>
    </Fold>
  )
}

/** Arrowheads and route of connectors. */
export function ConnectorSection({ style }: { style: SharedStyle }) {
  const editor = useEditor()
  const { route, startArrow, endArrow, cornerRadius, jumps } = style
  if (!route) return null
  return (
    <Fold name="style.connector" title={t('Connector')}>
      <Row label={t('Route')}>
        <Toggles
          label={t('Route')}
          pressed={route.value ? [route.value] : []}
          onPress={id => setStyle(editor, 'Route', { route: id })}
          options={[
            { id: 'straight', label: t('Straight'), icon: <RouteIcon route="straight" /> },
            { id: 'orthogonal', label: t('Right angles'), icon: <RouteIcon route="orthogonal" /> },
            { id: 'curved', label: t('Curved'), icon: <RouteIcon route="curved" /> },
          ]}
        />
      </Row>
      <Row>
        <Pictures
          label={t('Start')}
          columns={4}
          options={arrowOptions('start')}
          value={startArrow?.value ?? null}
          onChange={arrow => setStyle(editor, 'Start of line', { startArrow: arrow })}
        />
        <IconButton
          label={t('Swap the ends')}
          size="small"
          onPress={() =>
            changeSelected(editor, 'Swap ends', object =>
              object.kind === 'connector' ? { startArrow: object.endArrow, endArrow: object.startArrow } : null,
            )
          }
        >
          <ArrowLeftRight size={14} />
        </IconButton>
        <Pictures
          label={t('End')}
          columns={4}
          options={arrowOptions('end')}
          value={endArrow?.value ?? null}
          onChange={arrow => setStyle(editor, 'End of line', { endArrow: arrow })}
        />
      </Row>
      {cornerRadius && (
        <Slider
          label={t('Corners')}
          min={0}
          max={40}
          unit=" px"
          value={cornerRadius.value}
          onChange={value => setStyle(editor, 'Corners', { cornerRadius: value }, true)}
        />
      )}
      <Row>
        <Checkbox
          isSelected={jumps?.value ?? false}
          isIndeterminate={jumps?.value === null}
          onChange={isOn => setStyle(editor, 'Line jumps', { jumps: isOn })}
        >
          {t('Jump over lines below')}
        </Checkbox>
      </Row>
    </Fold>
  )
}

/** The shape's parameters, opacity and shadow. */
export function EffectsSection({ style }: { style: SharedStyle }) {
  const editor = useEditor()
  const { opacity, shadow, parameters } = style
  if (!opacity) return null
  return (
    <Fold name="style.effects" title={t('Shape and effects')}>
      {parameters.map(({ parameter, shared }) => (
        <Slider
          key={parameter.name}
          label={t(parameter.label)}
          min={parameter.min}
          max={parameter.max}
          step={stepOf(parameter.min, parameter.max)}
          value={shared.value}
          onChange={value => setStyle(editor, 'Shape', { parameters: { [parameter.name]: value } }, true)}
        />
      ))}
      <Slider
        label={t('Opacity')}
        min={0}
        max={100}
        unit=" %"
        value={opacity.value === null ? null : Math.round(opacity.value * 100)}
        onChange={value => setStyle(editor, 'Opacity', { opacity: value / 100 }, true)}
      />
      {shadow && (
        <Row>
          <Checkbox
            isSelected={shadow.value ?? false}
            isIndeterminate={shadow.value === null}
            onChange={isOn => setStyle(editor, 'Shadow', { shadow: isOn })}
          >
            {t('Shadow')}
          </Checkbox>
        </Row>
      )}
    </Fold>
  )
}

function stepOf(min: number, max: number): number {
  return max - min <= 2 ? 0.01 : max - min <= 12 ? 0.1 : 1
}
