import { useState } from 'react'
import { Admin, CustomRoutes, type I18nProvider, Resource } from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom'
import { authProvider } from './api/auth-provider.ts'
import { dataProvider } from './api/data-provider.ts'
import { areas } from './area.ts'
import { ADMIN_URL, settings } from './settings.ts'
import { AdminLayout } from './shell/admin-layout.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { darkTheme, lightTheme } from './shell/theme.ts'

const resources = areas.flatMap(({ resources = [] }) => resources)
const routes = areas.flatMap(({ routes = [] }) => routes)

const createAdmin = (i18nProvider: I18nProvider) => (
  <Admin
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={i18nProvider}
    layout={AdminLayout}
    theme={lightTheme}
    darkTheme={darkTheme}
    title={settings.siteName}
    requireAuth
    disableTelemetry
  >
    {resources.map((resource) => (
      <Resource key={resource.name} {...resource} />
    ))}
    <CustomRoutes>
      {routes.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/signed-in" element={<SignedIn />} />
    </CustomRoutes>
  </Admin>
)

/** A data router, so that a form can ask before it is left. */
const createRouter = (i18nProvider: I18nProvider) =>
  createBrowserRouter([{ path: '*', element: createAdmin(i18nProvider) }], {
    basename: ADMIN_URL.pathname.replace(/\/$/, '') || '/',
  })

export const App = ({ i18nProvider }: { readonly i18nProvider: I18nProvider }) => {
  const [router] = useState(() => createRouter(i18nProvider))
  return <RouterProvider router={router} />
}
