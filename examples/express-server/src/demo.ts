console.log('The Express example has no demo yet.');
