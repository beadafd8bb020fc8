import { t } from '#platform/web/i18n.ts'

export function UserMenuLinks({ close }: { close: () => void }) {
  return (
    <a className="ox-panel-item" href="/users/viewmysettings.action" onClick={close}>
      {t('Settings')}
    </a>
  )
}
