import path from 'node:path'
import {
  isPermissive,
  type LicencedPackage,
  productionPackages,
  reasonFor,
  refusedPackages,
} from './support/licences'

/*
 * `npm run licences`: every installed package of production by its licence. Ends with 1 when a licence is neither permissive
 * nor allowed by name with its reason.
 */

const nameOf = ({ name, version }: LicencedPackage) => `${name}@${version}`
const packages = productionPackages(path.resolve(import.meta.dirname, '..'))
for (const licence of [...new Set(packages.map((one) => one.licence))].sort()) {
  const named = packages.filter((one) => one.licence === licence)
  process.stdout.write(`${licence} (${named.length})\n`)
  for (const one of named) {
    const reason = isPermissive(licence) ? undefined : reasonFor(one)
    process.stdout.write(`  ${nameOf(one)}${reason === undefined ? '' : `: ${reason}`}\n`)
  }
}
const refused = refusedPackages(packages)
process.stdout.write(
  refused.length === 0
    ? `${packages.length} packages, each permissive or allowed with its reason\n`
    : `Neither permissive nor allowed with a reason: ${refused.map((one) => `${nameOf(one)} (${one.licence})`).join(', ')}\n`,
)
process.exitCode = refused.length === 0 ? 0 : 1
