-- AlterTable
ALTER TABLE "endereco" ADD COLUMN     "busca" TEXT NOT NULL DEFAULT '';

-- Addresses that are here already, folded as server/cliente/rules/busca.ts folds those that come: the letters of Portuguese
-- and its neighbours. What has others is folded to the letter when it is imported again with a change.
UPDATE "endereco" AS e
SET "busca" = btrim(left(btrim(regexp_replace(
  regexp_replace(
    lower(translate(
      CASE WHEN e."endereco" = '' THEN e."completo"
      ELSE concat_ws(' ', e."endereco", e."numero", e."bairro", e."cidade", e."cep") END,
      'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýºª',
      'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyoa'
    )),
    '\m(\d{5})-(\d{3})\M', '\1\2', 'g'
  ),
  '[^[:alnum:]]+', ' ', 'g'
)), 300))
WHERE e."tipo" = 'instalacao'
  OR (e."tipo" = 'cadastral' AND NOT EXISTS (
    SELECT FROM "endereco" AS i WHERE i."id_cliente_servico" = e."id_cliente_servico" AND i."tipo" = 'instalacao'
  ));

-- The words of an address, each looked up as it stands or as it begins (rows/search.ts).
CREATE INDEX endereco_busca_idx ON endereco USING gin (array_to_tsvector(string_to_array(busca, ' '))) WHERE busca <> '';

-- A number typed without its area code.
CREATE INDEX cliente_telefone_assinante_idx ON cliente_telefone (substr(chave, 3) text_pattern_ops)
  WHERE chave ~ '^[1-9][0-9]{9,10}$';

-- What the supervisors' list is filtered by; services that are cancelled are told without looking at their rows.
ALTER TABLE "cliente_servico" ADD COLUMN     "cidade" TEXT NOT NULL DEFAULT '';
UPDATE "cliente_servico" AS s SET "cidade" = e."cidade"
FROM "endereco" AS e
WHERE e."id_cliente_servico" = s."id_cliente_servico" AND e."cidade" <> '' AND (e."tipo" = 'instalacao'
  OR (e."tipo" = 'cadastral' AND NOT EXISTS (
    SELECT FROM "endereco" AS i WHERE i."id_cliente_servico" = e."id_cliente_servico" AND i."tipo" = 'instalacao'
  )));
CREATE INDEX cliente_servico_status_idx ON cliente_servico (status_prefixo, id_cliente);
CREATE INDEX cliente_servico_tecnologia_idx ON cliente_servico (tecnologia, id_cliente) INCLUDE (status_prefixo);
CREATE INDEX cliente_servico_cidade_idx ON cliente_servico (cidade, id_cliente) INCLUDE (status_prefixo);
CREATE INDEX cliente_servico_conexao_idx ON cliente_servico (id_equipamento_conexao, id_cliente) INCLUDE (status_prefixo);
