-- What a member of staff has adjusted today is added up before each adjustment.
create index transfer_by_actor on wallet.transfer (actor, at) where kind = 'adjust';
