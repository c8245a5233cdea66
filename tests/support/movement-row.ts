/** A row of endpoint 17 as banks of this interface have been seen to write it; each index gives another one. */
export function movementRow(index: number) {
  const day = String((index % 28) + 1).padStart(2, '0')
  const month = String((index % 12) + 1).padStart(2, '0')
  return {
    amountTransaction: { amount: `${index % 3 === 0 ? '' : '-'}${index}.${index % 10}50`, currency: 'EUR' },
    dateAccountingCurrency: `2026${month}${day}T00:00:00`,
    dateLiquidationValue: `2026${month}${day}T00:00:00`,
    shortDescription: `PAGAMENTO POS ${index}`,
    extendedDescription: `Pagamento con carta *1234 presso Caffè dell’Università, operazione ${index} del ${day}/${month}/2026, città di Forlì, riferimento ${'0123456789'.repeat(12)}`,
    idMoneyTransfer: `MT${String(index).padStart(12, '0')}`,
    codeDescription: 'Pagamento con carta di debito',
    index,
  }
}
