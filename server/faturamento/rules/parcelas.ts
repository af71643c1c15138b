// The rules stand in the contract, because the form's live preview runs them in the browser.
export {
  addMeses,
  type Cobranca,
  type Mes,
  type Parcela,
  planParcelas,
  splitParcelas,
} from '../wire/parcelas.ts'
