-- The calls that the exchange notified with a customer's id and that are not linked to that customer, for the export and
-- the erasure of a person's data. Few calls are of this kind, and no other has an entry.
CREATE INDEX ligacao_notificado_idx ON ligacao (id_cliente_notificado)
  WHERE id_cliente_notificado IS NOT NULL AND id_cliente IS DISTINCT FROM id_cliente_notificado;
