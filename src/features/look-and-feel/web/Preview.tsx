import { t } from '#platform/web/i18n.ts'
import type { ColourScheme } from '../contract.ts'
import css from './colours.module.css'

interface Props {
  label: string
  colours: ColourScheme['lightTheme']
  isDark: boolean
}

/** Preview of a page in the colours; inert. */
export function Preview({ label, colours, isDark }: Props) {
  return (
    <figure className={css.preview}>
      <figcaption>{label}</figcaption>
      <div
        className={css.page}
        style={{ borderColor: colours.borderColor, colorScheme: isDark ? 'dark' : 'light' }}
        aria-hidden="true"
      >
        <div
          className={css.bar}
          style={{ background: colours.topBar, color: colours.topBarMenuItemText, borderColor: colours.borderColor }}
        >
          <span>{t('Spaces')}</span>
          <span style={{ background: colours.topBarMenuSelectedBackground, color: colours.topBarMenuSelectedText }}>
            {t('Search')}
          </span>
          <b style={{ background: colours.headerButtonBaseBg, color: colours.headerButtonBaseText }}>{t('Create')}</b>
        </div>
        <div className={css.body}>
          <div className={css.side} style={{ background: colours.navBackground, borderColor: colours.borderColor }} />
          <div className={css.text}>
            <strong style={{ color: colours.headingText }}>{t('A heading')}</strong>
            <span>
              {t('Some text with')} <u style={{ color: colours.links }}>{t('a link')}</u>.
            </span>
          </div>
        </div>
      </div>
    </figure>
  )
}
