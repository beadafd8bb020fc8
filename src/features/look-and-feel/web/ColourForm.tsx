import { useEffect, useRef, useState } from 'react'
import { longForm } from '#platform/contrast.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import type { ColourName, ColourScheme, SchemeInput } from '../contract.ts'
import { COLOUR_NAMES } from '../shared.ts'
import css from './colours.module.css'
import { ColourField } from './ColourField.tsx'
import { faintPairs, isColour } from './contrast.ts'
import { Preview } from './Preview.tsx'
import { refreshColours } from './sheet.ts'

type Theme = keyof ColourScheme
const THEMES: readonly Theme[] = ['lightTheme', 'darkTheme']

export interface ColourFormProps {
  scheme: ColourScheme
  defaults: ColourScheme
  /** Saves differences from the defaults; returns the effective colours. */
  onSave: (given: SchemeInput) => Promise<ColourScheme>
  /**
   * Reverts to the defaults; absent when nothing is customised. `undo` returns the restored colours; default: saves
   * them again.
   */
  reset?: { label: string; run: () => Promise<unknown>; undo?: () => Promise<ColourScheme> } | undefined
}

/** Colours of both themes with preview and contrast warnings. */
export default function ColourForm(props: ColourFormProps) {
  const { shown, setShown, save, reset } = useColours(props)
  const { ref, onReset } = useSaveFocus(props.reset !== undefined)
  const isWhole = THEMES.every(theme => COLOUR_NAMES.every(name => isColour(shown[theme][name])))
  const error = save.error ?? reset.error
  return (
    <form
      ref={ref}
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        void save.run()
      }}
    >
      <ColourTable value={shown} onChange={setShown} />
      <div className={css.previews}>
        {THEMES.map(theme => (
          <Preview key={theme} label={themeName(theme)} colours={shown[theme]} isDark={theme === 'darkTheme'} />
        ))}
      </div>
      <ContrastWarnings scheme={shown} />
      {error && <Banner tone="danger" title={error.message} />}
      {!isWhole && (
        <p className={css.hint} role="status">
          {t('A colour is written as # and three or six hex digits, as in #0c686b.')}
        </p>
      )}
      <ButtonRow>
        <Button variant="primary" type="submit" isPending={save.isPending} isDisabled={!isWhole}>
          {t('Save')}
        </Button>
        {props.reset && (
          <Button
            isPending={reset.isPending}
            onPress={() => {
              onReset()
              void reset.run()
            }}
          >
            {props.reset.label}
          </Button>
        )}
      </ButtonRow>
    </form>
  )
}

/** Colours in the form, and the actions that save and reset them. */
function useColours({ scheme, defaults, onSave, reset: back }: ColourFormProps) {
  const [shown, setShown] = useState(scheme)
  const show = (colours: ColourScheme) => {
    setShown(colours)
    refreshColours()
  }
  const save = useAction(async () => {
    show(await onSave(differences(shown, defaults)))
    showSuccess(t('The colours were saved'))
  })
  const reset = useAction(async () => {
    await back?.run()
    show(defaults)
    const undo = back?.undo ?? (() => onSave(differences(scheme, defaults)))
    const failed = (error: unknown) => showFailure(t('The colours could not be brought back'), error)
    showSuccess(t('The colours were reset'), {
      action: { label: t('Undo'), run: () => void undo().then(show, failed) },
    })
  })
  return { shown, setShown, save, reset }
}

/** Moves the focus to Save when the reset button, once pressed, disappears. */
function useSaveFocus(hasReset: boolean) {
  const ref = useRef<HTMLFormElement>(null)
  const wasReset = useRef(false)
  useEffect(() => {
    if (wasReset.current && !hasReset && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [hasReset])
  const onReset = () => {
    wasReset.current = true
  }
  return { ref, onReset }
}

function ColourTable({ value, onChange }: { value: ColourScheme; onChange: (value: ColourScheme) => void }) {
  return (
    <table className={css.table}>
      <caption className="ox-visually-hidden">{t('Colours')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Colour of')}</th>
          <th scope="col">{t('Light theme')}</th>
          <th scope="col">{t('Dark theme')}</th>
        </tr>
      </thead>
      <tbody>
        {COLOUR_NAMES.map(name => (
          <tr key={name}>
            <th scope="row">{colourName(name)}</th>
            {THEMES.map(theme => (
              <td key={theme}>
                <ColourField
                  label={`${colourName(name)}, ${themeName(theme)}`}
                  value={value[theme][name]}
                  onChange={colour => onChange({ ...value, [theme]: { ...value[theme], [name]: colour } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ContrastWarnings({ scheme }: { scheme: ColourScheme }) {
  const faint = THEMES.flatMap(theme => faintPairs(scheme[theme], theme === 'darkTheme'))
  if (faint.length === 0) return null
  return (
    <Banner tone="warning" title={t('Some of these are hard to read')}>
      <ul className={css.faint}>
        {faint.map(({ text, ground, ratio, isDark }) => (
          <li key={`${text} ${isDark}`}>
            {t('{{text}} on {{ground}}, {{theme}}: contrast {{ratio}} to 1; 4.5 to 1 is the least.', {
              text: colourName(text),
              ground: ground === undefined ? t('the page') : colourName(ground),
              theme: themeName(isDark ? 'darkTheme' : 'lightTheme'),
              ratio: ratio.toFixed(1),
            })}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Only differences are stored, so that defaults can change later. */
function differences(chosen: ColourScheme, defaults: ColourScheme): SchemeInput {
  const of = (theme: Theme) =>
    Object.fromEntries(
      COLOUR_NAMES.flatMap(name => {
        const colour = longForm(chosen[theme][name])
        return colour === longForm(defaults[theme][name]) ? [] : [[name, colour]]
      }),
    )
  return { lightTheme: of('lightTheme'), darkTheme: of('darkTheme') }
}

function themeName(theme: Theme): string {
  return theme === 'lightTheme' ? t('Light theme') : t('Dark theme')
}

function colourName(name: ColourName): string {
  switch (name) {
    case 'topBar':
      return t('Top bar')
    case 'topBarMenuSelectedBackground':
      return t('Top bar: entry under the pointer')
    case 'topBarMenuSelectedText':
      return t('Top bar: text under the pointer')
    case 'topBarMenuItemText':
      return t('Top bar: text')
    case 'headerButtonBaseBg':
      return t('Create button')
    case 'headerButtonBaseText':
      return t('Create button: text')
    case 'headingText':
      return t('Headings')
    case 'links':
      return t('Links')
    case 'borderColor':
      return t('Lines')
    case 'navBackground':
      return t('Sidebar')
  }
}
